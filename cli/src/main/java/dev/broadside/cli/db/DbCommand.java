package dev.broadside.cli.db;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `broadside db`, and `broadside db stop`.
@Command(
    name = "db",
    description = "Start and stop a throw-away database on this machine.",
    synopsisSubcommandLabel = "COMMAND")
public final class DbCommand {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Shell shell;

  private DbCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new DbCommand(shell))
        .under("Commands", new DbStartCommand(shell), "stop")
        .line();
  }

  @Command(
      name = "stop",
      description =
          "Stop a database that 'broadside db start' started; its data go unless it has a --data folder.")
  int stop(
      @Option(
              names = "--port",
              paramLabel = "PORT",
              description = "Which one. May be left out if there is only one.")
          Optional<Integer> port,
      @Option(names = "--all", description = "Stop all of them.") boolean all,
      @Option(names = "--json", description = "Print JSON.") boolean json)
      throws CommandException, IOException, InterruptedException {
    Register register = Register.of(Folders.of(shell.environment()));
    List<Register.Entry> entries = register.all();
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
    List<String> stopped = new ArrayList<>();
    for (Register.Entry entry : chosen) {
      stop(entry);
      register.remove(entry.port());
      stopped.add(entry.url());
    }
    shell.print(json, stopped, () -> stopped.stream().map(url -> "stopped " + url).toList());
    return ExitStatus.OK;
  }

  private static CommandException refused(String what, String mend) {
    return new CommandException(Problem.wrong("db stop", what, mend));
  }

  /// Ends the server, and deletes its folder if that is a temporary one.
  private static void stop(Register.Entry entry) throws IOException, InterruptedException {
    if (entry.process().isPresent()) {
      end(entry.process().get(), entry.temporary());
    }
    if (entry.temporary()) {
      Folders.delete(Path.of(entry.data()));
    }
  }

  private static void end(ProcessHandle process, boolean temporary)
      throws IOException, InterruptedException {
    // What is thrown away needs no orderly end, which would first write it all to disk.
    if (temporary) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    try {
      process.onExit().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      process.destroyForcibly();
    } catch (ExecutionException e) {
      throw new IOException("cannot wait for process " + process.pid(), e);
    }
  }
}
