package dev.broadside.cli.group;

import dev.broadside.cli.follow.WorkWatch;
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
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.verdict.Judgement;
import tools.jackson.databind.JsonNode;

/// Follows a group to its end, with a line for each change of a member, and shows its report.
final class GroupWatch extends WorkWatch {
  GroupWatch(Shell shell, ServerClient client, String id) {
    super(shell, client, WorkKind.GROUP, id, "stop");
  }

  @Override
  public int follow(boolean json, GeneratorOption generator)
      throws CommandException, InterruptedException {
    Shell people = json ? shell.withDataOnOut() : shell;
    JsonNode group = awaitEnd(found -> !found.path("judgement").isMissingNode(), people);
    people.out().println();
    GroupCommand.lines(client, group, people.outTerminal()).forEach(people.out()::println);
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

  /// While a member goes on, its state is that of its job or study.
  @Override
  protected void tell(JsonNode group, Shell people) {
    for (JsonNode member : group.path("members")) {
      String name = member.path("name").asString("") + "  ";
      String state = member.path("progress").asString(member.path("state").asString(""));
      states
          .of(name, state, member.path("reason").asString(""))
          .ifPresent(line -> people.out().println(PlainText.line(line)));
    }
  }
}
