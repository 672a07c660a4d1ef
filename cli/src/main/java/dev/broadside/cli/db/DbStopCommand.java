package dev.broadside.cli.db;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `broadside db stop`.
@Command(
    name = "stop",
    description =
        "Stop a database that 'broadside db start' started; its data go unless it has a --data folder.")
public final class DbStopCommand implements Callable<Integer> {
  private final Shell shell;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Which one. May be left out where there is only one.")
  private Optional<Integer> port = Optional.empty();

  @Option(names = "--all", description = "Stop all of them.")
  private boolean all;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public DbStopCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, IOException, InterruptedException {
    Register register = Register.of(Folders.of(shell.environment()));
    List<Register.Entry> chosen = chosen(register.all());
    List<String> stopped = new ArrayList<>();
    for (Register.Entry entry : chosen) {
      Stopping.stop(entry);
      register.remove(entry.port());
      stopped.add(entry.url());
    }
    shell.print(json, stopped, () -> stopped.stream().map(url -> "stopped " + url).toList());
    return ExitStatus.OK;
  }

  private List<Register.Entry> chosen(List<Register.Entry> entries) throws CommandException {
    if (entries.isEmpty()) {
      throw refused("no database was started here", "start one with broadside db start");
    }
    String ports = entries.stream().map(one -> "" + one.port()).collect(Collectors.joining(", "));
    List<Register.Entry> chosen =
        entries.stream().filter(one -> all || port.isEmpty() || port.get() == one.port()).toList();
    if (chosen.isEmpty()) {
      throw refused("no database was started on that port", "give --port with one of " + ports);
    }
    if (chosen.size() > 1 && !all) {
      throw refused("there are several databases", "give --all, or --port with one of " + ports);
    }
    return chosen;
  }

  private static CommandException refused(String what, String mend) {
    return new CommandException(Problem.wrong("db stop", what, mend));
  }
}
