package dev.broadside.cli.group;

import dev.broadside.cli.remote.LeavingNote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.RunStatus;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.verdict.Judgement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Follows a group to its end, with a line for each change of a member.
final class GroupWatch {
  private static final Duration PAUSE = Duration.ofMillis(500);

  /// How many looks in a row may find no server: five minutes.
  private static final int PATIENCE = 600;

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
    JsonNode group = end(people);
    tell(group, people);
    GroupText.lines(group, people.outTerminal()).forEach(people.out()::println);
    if (json) {
      shell.printJson(group);
    }
    return exitStatus(group);
  }

  /// What the group is when it is over.
  private JsonNode end(Shell people) throws CommandException, InterruptedException {
    try (LeavingNote _ =
        new LeavingNote(() ->
            people
                .err()
                .println("group " + id + " goes on; 'broadside group stop " + id + "' ends it"))) {
      JsonNode group = look(people);
      while (group.path("judgement").isMissingNode()) {
        tell(group, people);
        Thread.sleep(PAUSE);
        group = look(people);
      }
      return group;
    }
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

  /// A server that is being restarted is waited for.
  private JsonNode look(Shell people) throws CommandException, InterruptedException {
    for (int looks = 1; ; looks++) {
      try {
        return client.get(path);
      } catch (CommandException e) {
        boolean away =
            e.problems().stream().allMatch(one -> one.kind() == Problem.Kind.UNREACHABLE);
        if (!away || looks == PATIENCE) {
          throw e;
        }
        if (looks == 1) {
          people.err().println("the server does not answer; it is asked again");
        }
        Thread.sleep(PAUSE);
      }
    }
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
