package dev.broadside.cli.targets;

import static dev.broadside.cli.remote.ServerClient.segment;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.remote.Findings;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside target`, and its commands but `add` and `edit`, which are [TargetChangeCommand].
@Command(
    name = "target",
    description = "Name databases once, with password and limits, for --target NAME.",
    synopsisSubcommandLabel = "COMMAND")
public final class TargetCommand {
  private final Shell shell;

  private TargetCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new TargetCommand(shell))
        .under(
            "Commands",
            TargetChangeCommand.add(shell),
            "list",
            "show",
            "test",
            TargetChangeCommand.edit(shell),
            "delete")
        .line();
  }

  @Command(name = "list", description = "List the databases that the server knows by name.")
  int list(@Mixin Remote remote) throws CommandException, InterruptedException {
    JsonNode answer = remote.client(shell).get("/targets");
    Table table =
        new Table(
            Column.words("name"),
            Column.words("url"),
            Column.words("user").unlessNarrow(2),
            Column.words("limits"),
            Column.words("labels").unlessNarrow(1),
            Column.words("used by").unlessNarrow(3));
    for (JsonNode target : answer.path("targets")) {
      table.row(
          target.path("name").asString(""),
          target.path("url").asString(""),
          target.path("user").asString(""),
          TargetText.limits(target),
          Remote.joined(target.path("labels")),
          Remote.joined(target.path("usedBy")));
    }
    boolean only = answer.path("only").asBoolean(false);
    List<String> notes = only ? List.of("This server puts load on named targets only.") : List.of();
    return remote.print(shell, answer, table, notes);
  }

  @Command(name = "show", description = "Show a target, without its password.")
  int show(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The target.") String name)
      throws CommandException, InterruptedException {
    JsonNode target = remote.client(shell).get("/targets/" + segment(name));
    return remote.print(shell, target, () -> TargetText.lines(target));
  }

  @Command(
      name = "test",
      description = {
        "Let a free agent connect to a target, and disconnect.",
        "Exit status 1 if it cannot connect."
      })
  int test(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The target.") String name)
      throws CommandException, InterruptedException {
    String path = "/targets/" + segment(name) + "/test";
    return new Findings(remote.client(shell).post(path, Map.of())).print(remote, shell);
  }

  @Command(name = "delete", description = "Forget a target and its password. Results stay.")
  int delete(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The target.") String name,
      @Option(names = "--yes", description = "Do it: its password is kept nowhere else.")
          boolean yes)
      throws CommandException, InterruptedException {
    if (!yes) {
      throw new CommandException(
          Problem.wrong("target delete", "its password is kept nowhere else", "say so with --yes"));
    }
    JsonNode target = remote.client(shell).delete("/targets/" + segment(name));
    return remote.print(shell, target, target.path("name").asString("") + "  deleted");
  }
}
