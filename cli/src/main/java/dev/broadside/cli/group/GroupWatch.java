package dev.broadside.cli.group;

import dev.broadside.cli.follow.RepeatedLook;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.RunStatus;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.verdict.Judgement;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Follows a group to its end, with a line for each change of a member.
final class GroupWatch {
  private final Shell shell;
  private final ServerClient client;
  private final String id;
  private final String path;
  private final Map<String, String> shown = new HashMap<>();

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
  int follow(boolean json) throws CommandException, InterruptedException {
    Shell people = json ? shell.withDataOnOut() : shell;
    String leaving = "group " + id + " goes on; 'broadside group stop " + id + "' ends it";
    JsonNode group =
        new RepeatedLook(client, path, people.err(), leaving)
            .until(found -> !found.path("judgement").isMissingNode(), found -> tell(found, people));
    GroupText.lines(group, people.outTerminal()).forEach(people.out()::println);
    if (json) {
      shell.printJson(group);
    }
    return exitStatus(group);
  }

  static int exitStatus(JsonNode group) {
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
      String name = member.path("name").asString("");
      String reason = member.path("reason").asString("");
      String line = GroupText.state(member) + (reason.isEmpty() ? "" : ": " + reason);
      if (!line.equals(shown.put(name, line))) {
        people.out().println(PlainText.line(name + "  " + line));
      }
    }
  }
}
