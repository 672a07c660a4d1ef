package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside pack list`.
@Command(name = "list", description = "List the server's packs.")
public final class PackListCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public PackListCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode answer = server.client(shell).get("/packs");
    if (json) {
      shell.out().println(answer.toPrettyString());
      return ExitStatus.OK;
    }
    Table table =
        new Table(
            Column.words("name"),
            Column.words("version"),
            Column.words("job classes"),
            Column.words("sha256").unlessNarrow(1));
    for (JsonNode pack : answer.path("packs")) {
      List<String> classes = new ArrayList<>();
      pack.path("classes").forEach(one -> classes.add(one.asString("")));
      table.row(
          pack.path("name").asString(""),
          pack.path("version").asString(""),
          String.join(", ", classes),
          pack.path("sha256").asString(""));
    }
    table.lines(shell.outTerminal().columns()).forEach(shell.out()::println);
    return ExitStatus.OK;
  }
}
