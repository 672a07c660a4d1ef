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
        .under("Change", GroupEditCommand.line(shell))
        .under("Change", OrderCommand.all(shell, WorkKind.GROUP).toArray())
        .line();
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
        "Show the progress of a group, member by member.",
        "Exit status: 0 before it has ended, then as of 'group watch'."
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
        "Exit status: 0 if all members succeeded or were not needed, 3 if a threshold broke,",
        "4 if anything else failed or it was stopped."
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
