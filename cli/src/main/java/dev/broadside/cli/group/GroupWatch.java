package dev.broadside.cli.group;

import dev.broadside.cli.follow.RepeatedLook;
import dev.broadside.cli.follow.StateLines;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.run.RunStatus;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.verdict.Judgement;
import tools.jackson.databind.JsonNode;

/// Follows a group to its end, with a line for each change of a member.
final class GroupWatch {
  private final Shell shell;
  private final ServerClient client;
  private final String id;
  private final String path;
  private final StateLines states = new StateLines();

  GroupWatch(Shell shell, ServerClient client, String id) {
    this.shell = shell;
    this.client = client;
    this.id = PlainText.line(id);
    this.path = "/groups/" + ServerClient.segment(id);
  }

  /// Follows it.
  ///
  /// @param json whether the group at its end goes to standard output as JSON, and all else to
  ///   standard error
  /// @return the exit status that its result leads to
  int follow(boolean json, GeneratorOption generator)
      throws CommandException, InterruptedException {
    Shell people = json ? shell.withDataOnOut() : shell;
    String leaving = "group " + id + " goes on; 'broadside group stop " + id + "' ends it";
    JsonNode group =
        new RepeatedLook(client, path, people.err(), leaving)
            .until(found -> !found.path("judgement").isMissingNode(), found -> tell(found, people));
    GroupText.lines(group, people.outTerminal()).forEach(people.out()::println);
    if (json) {
      shell.printJson(group);
    }
    return exitStatus(group, client, generator);
  }

  /// The exit status of a group; 0 while it goes on.
  static int exitStatus(JsonNode group, ServerClient client, GeneratorOption generator)
      throws CommandException, InterruptedException {
    int status = exitStatus(group);
    for (JsonNode member : group.path("members")) {
      boolean counts = member.path("judgement").asString("").equals(Judgement.OK.name());
      if (counts && generator.asks(status)) {
        status = memberStatus(member, client, generator);
      }
    }
    return status;
  }

  private static int memberStatus(JsonNode member, ServerClient client, GeneratorOption generator)
      throws CommandException, InterruptedException {
    boolean study = member.path("kind").asString("").equals("study");
    String begun = ServerClient.segment(member.path("begun").asString(""));
    JsonNode result = client.get(ServerClient.figures((study ? "/studies/" : "/jobs/") + begun));
    return study
        ? generator.status(Json.mapper().treeToValue(result, StudyDocument.class))
        : generator.status(Json.mapper().treeToValue(result, RunDocument.class));
  }

  private static int exitStatus(JsonNode group) {
    String word = group.path("judgement").asString("");
    for (Judgement one : Judgement.values()) {
      if (one.name().equals(word)) {
        return RunStatus.of(one);
      }
    }
    return ExitStatus.OK;
  }

  private void tell(JsonNode group, Shell people) {
    for (JsonNode member : group.path("members")) {
      String name = member.path("name").asString("") + "  ";
      states
          .of(name, GroupText.state(member), member.path("reason").asString(""))
          .ifPresent(line -> people.out().println(PlainText.line(line)));
    }
  }
}
