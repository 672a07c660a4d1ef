package dev.broadside.cli.serve;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.client.share.UnclaimedFolder;
import dev.broadside.client.share.UnclaimedFolder.Note;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `broadside agent records`.
@Command(
    name = "records",
    description = {
      "List the records that an agent keeps because no server has them; it may run meanwhile.",
      "They are sent when the agent starts and when the server knows their run again, and deleted"
          + " after 30 days."
    })
public final class AgentRecordsCommand implements Callable<Integer> {
  private final Shell shell;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The agent's folder. Default: the one for its name.")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The agent's name. Default: the host's.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--remove",
      paramLabel = "RUN",
      description = "Delete the records of a run, for ever.")
  private Optional<String> remove = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public AgentRecordsCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException {
    Path folder =
        data.orElseGet(
            () -> AgentCommand.usualFolder(shell, name.orElseGet(AgentCommand::hostName)));
    UnclaimedFolder unclaimed = UnclaimedFolder.of(folder.toAbsolutePath().normalize());
    try {
      List<Note> kept = remove.isPresent() ? removed(unclaimed) : unclaimed.list();
      shell.print(
          json,
          Map.of("records", kept.stream().map(AgentRecordsCommand::document).toList()),
          () -> lines(kept));
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong("--data", "the folder cannot be read: " + e.getMessage(), "name another"));
    }
  }

  private List<Note> removed(UnclaimedFolder unclaimed) throws CommandException, IOException {
    List<Note> removed = unclaimed.remove(remove.orElseThrow());
    if (removed.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "--remove",
              "no records of that run are kept here",
              "look with broadside agent records, and name a run that it lists"));
    }
    return removed;
  }

  private static Map<String, Object> document(Note kept) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("run", kept.runId());
    document.put("worker", kept.worker());
    document.put("records", kept.records());
    document.put("since", kept.since().toString());
    document.put("why", kept.why());
    document.put("folder", kept.folder().toString());
    return document;
  }

  private List<String> lines(List<Note> all) {
    Table table =
        new Table(
            Column.words("run"),
            Column.numbers("worker"),
            Column.numbers("records"),
            Column.words("since"),
            Column.words("why").unlessNarrow(1),
            Column.words("folder").unlessNarrow(2));
    for (Note kept : all) {
      table.row(
          kept.runId(),
          Long.toString(kept.worker()),
          Long.toString(kept.records()),
          kept.since().toString(),
          kept.why(),
          kept.folder().toString());
    }
    return table.lines(shell.outTerminal().columns());
  }
}
