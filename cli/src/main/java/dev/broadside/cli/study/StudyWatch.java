package dev.broadside.cli.study;

import dev.broadside.cli.follow.RepeatedLook;
import dev.broadside.cli.follow.StateLines;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.TextReport;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.study.StudyDocument;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Follows a study to its end, with a line for each change of a step, and shows its table.
final class StudyWatch {
  private static final Set<String> GOING_ON = Set.of("running", "paused", "stopping");

  /// What a step is that has not come yet, of which a grid has hundreds.
  private static final String PLANNED = "planned";

  private final Shell shell;
  private final ServerClient client;
  private final String id;
  private final String path;
  private final StateLines states = new StateLines();

  StudyWatch(Shell shell, ServerClient client, String id) {
    this.shell = shell;
    this.client = client;
    this.id = PlainText.line(id);
    this.path = "/studies/" + ServerClient.segment(id);
  }

  /// Whether a study goes on, by the word for its state.
  static boolean goesOn(String state) {
    return GOING_ON.contains(state);
  }

  /// Follows it.
  ///
  /// @param json whether its document goes to standard output at the end, and all else to standard
  ///   error
  /// @return the exit status that its result leads to
  int follow(boolean json, GeneratorOption generator)
      throws CommandException, InterruptedException {
    Shell people = json ? shell.withDataOnOut() : shell;
    String leaving = "study " + id + " goes on; 'broadside study cancel " + id + "' ends it";
    new RepeatedLook(client, path, people.err(), leaving)
        .until(found -> !goesOn(found.path("state").asString("")), found -> tell(found, people));
    StudyDocument study =
        Json.mapper().treeToValue(client.get(ServerClient.figures(path)), StudyDocument.class);
    people.out().println();
    TextReport.of(StudyReport.of(study, ""), people.outTerminal()).forEach(people.out()::println);
    if (json) {
      new Download(client).prettyTo(path + "/results", "--json", "-", shell);
    }
    return generator.status(study);
  }

  private void tell(JsonNode study, Shell people) {
    say("study " + id, study, people);
    for (JsonNode step : study.path("steps")) {
      if (!step.path("state").asString("").equals(PLANNED)) {
        say(StudyCommand.place(step), step, people);
      }
    }
  }

  private void say(String what, JsonNode about, Shell people) {
    RemoteJob one = new RemoteJob(about);
    String thing = what + " " + about.path("jobId").asString("");
    states
        .of(thing, what + "  ", one.outcome(), one.reason())
        .ifPresent(line -> people.err().println(PlainText.line(line)));
  }
}
