package dev.broadside.cli.study;

import dev.broadside.cli.follow.WorkWatch;
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
import dev.broadside.core.search.WorkKind;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Follows a study to its end, with a line for each change of a step, and shows its table.
final class StudyWatch extends WorkWatch {
  private static final Set<String> GOING_ON = Set.of("running", "paused", "stopping");

  /// What a step is that has not come yet, of which a grid has hundreds.
  private static final String PLANNED = "planned";

  StudyWatch(Shell shell, ServerClient client, String id) {
    super(shell, client, WorkKind.STUDY, id, "cancel");
  }

  /// Whether a study goes on, by the word for its state.
  static boolean goesOn(String state) {
    return GOING_ON.contains(state);
  }

  @Override
  public int follow(boolean json, GeneratorOption generator)
      throws CommandException, InterruptedException {
    Shell people = json ? shell.withDataOnOut() : shell;
    awaitEnd(found -> !goesOn(found.path("state").asString("")), people);
    StudyDocument study =
        Json.mapper().treeToValue(client.get(ServerClient.figures(path)), StudyDocument.class);
    people.out().println();
    TextReport.of(StudyReport.of(study, ""), people.outTerminal()).forEach(people.out()::println);
    if (json) {
      new Download(client).prettyTo(path + "/results", "--json", "-", shell);
    }
    return generator.status(study);
  }

  @Override
  protected void tell(JsonNode study, Shell people) {
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
