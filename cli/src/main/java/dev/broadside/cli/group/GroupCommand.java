package dev.broadside.cli.group;

import static dev.broadside.cli.remote.ServerClient.segment;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.order.OrderCommand;
import dev.broadside.cli.remote.NoticeLines;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ReportCommand;
import dev.broadside.cli.remote.Search;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.search.WorkKind;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside group`, and its commands but those that take a group's file, which are
/// [GroupSubmitCommand] and [GroupEditCommand].
@Command(
    name = "group",
    description = "Run jobs and studies that depend on each other's outcomes.",
    synopsisSubcommandLabel = "COMMAND")
public final class GroupCommand {
  private final Shell shell;

  private GroupCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new GroupCommand(shell))
        .under(
            "Submit and follow",
            GroupSubmitCommand.line(shell),
            "list",
            "show",
            "watch",
            new ReportCommand(shell, WorkKind.GROUP))
        .under(
            "Change",
            GroupEditCommand.line(shell),
            order(shell, "disable", "Keep groups that wait for their time from beginning."),
            order(shell, "enable", "Let disabled groups begin; repeated ones at their next time."),
            order(shell, "pause", "Begin no further member until the group is resumed."),
            order(shell, "stop", "Cancel running members, and let no other begin."),
            order(
                shell,
                "resume",
                "Go on after a pause, or after the last good step: what failed or was stopped begins"
                    + " again."),
            order(shell, "rerun", "Submit the same groups once more."),
            order(
                shell,
                "delete",
                "Delete groups that have ended; their jobs and studies stay.",
                "For a day 'group restore' brings them back."),
            order(
                shell,
                "restore",
                "Bring back groups that were deleted within the last day.",
                "'group list --deleted' shows them."))
        .line();
  }

  private static CommandLine order(Shell shell, String name, String... description) {
    return OrderCommand.line(shell, WorkKind.GROUP, name, description);
  }

  @Command(
      name = "list",
      description = {
        "List the server's groups, the newest first.",
        "A query finds those that match its terms: words of name and id; tag:best,"
            + " folder:nightly, class:igenoltp, target:db1, definition:nightly, state:running,"
            + " outcome:failed, since:2026-11-01, until:7d."
      })
  int list(@Mixin Remote remote, @Mixin Search search)
      throws CommandException, InterruptedException {
    JsonNode answer = remote.client(shell).get(search.path("groups", "", ""));
    Table table =
        new Table(
            Column.words("id"),
            Column.words("state"),
            Column.words("over"),
            Column.words("name").unlessNarrow(2),
            Column.words("submitted").unlessNarrow(3),
            Column.words("reason").unlessNarrow(1));
    for (JsonNode node : answer.path("groups")) {
      RemoteJob group = new RemoteJob(node);
      table.row(
          group.id(),
          group.state(),
          over(node.path("members")),
          group.text("name"),
          group.toTheSecond("submittedAt"),
          group.reason());
    }
    return search.print(remote, shell, answer, "groups", table, List.of());
  }

  private static String over(JsonNode members) {
    long over =
        members
            .valueStream()
            .map(member -> member.path("state").asString(""))
            .filter(state -> !state.equals("waiting") && !state.equals("running"))
            .count();
    return over + " of " + members.size();
  }

  @Command(
      name = "show",
      description = {
        "Show how far a group is, member by member.",
        "Exit status: as of 'group watch' once it is over, 0 before."
      })
  int show(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The group.") String id,
      @Option(names = "--yaml", description = "Print the file that would submit it again.")
          boolean yaml,
      @Mixin GeneratorOption generator)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    String path = "/groups/" + segment(id);
    JsonNode group = client.get(path);
    if (yaml) {
      shell.out().print(client.get(path + "/document").path("yaml").asString(""));
    } else {
      List<String> lines = new ArrayList<>(GroupText.lines(group, shell.outTerminal()));
      lines.addAll(remote.json() ? List.of() : NoticeLines.undelivered(client, "group", group));
      remote.print(shell, group, () -> lines);
    }
    return GroupWatch.exitStatus(group, client, generator);
  }

  @Command(
      name = "watch",
      description = {
        "Follow a group to its end.",
        "Exit status: 0 where all members succeeded or were not needed, 3 where a threshold broke,",
        "4 where anything else failed or it was stopped."
      })
  int watch(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The group.") String id,
      @Option(
              names = "--json",
              description =
                  "Print the group at its end as JSON, and everything else on standard error.")
          boolean json,
      @Mixin GeneratorOption generator)
      throws CommandException, InterruptedException {
    return new GroupWatch(shell, server.client(shell), id).follow(json, generator);
  }
}
