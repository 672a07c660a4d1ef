package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside agents list`.
@Command(name = "list", description = "List the server's agents.")
public final class AgentsListCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public AgentsListCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode answer = server.client(shell).get("/agents");
    if (json) {
      shell.out().println(answer.toPrettyString());
      return ExitStatus.OK;
    }
    Table table =
        new Table(
            Column.words("name"),
            Column.words("state"),
            Column.words("version"),
            Column.words("jobs").unlessNarrow(1));
    for (JsonNode agent : answer.path("agents")) {
      table.row(
          agent.path("name").asString(""),
          agent.path("state").asString(""),
          agent.path("version").asString(""),
          String.join(
              ", ", agent.path("jobs").valueStream().map(job -> job.asString("")).toList()));
    }
    table.lines(shell.outTerminal().columns()).forEach(shell.out()::println);
    return ExitStatus.OK;
  }
}
