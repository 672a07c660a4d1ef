package dev.broadside.cli.db;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.serve.PortConverter;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `broadside db`, and `broadside db stop`.
@Command(
    addMethodSubcommands = false,
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
        .under("Commands", "start", () -> new Start(shell))
        .under("Commands", "stop")
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
              description = "Port of the database; may be left out if there is only one.")
          Optional<Integer> port,
      @Option(names = "--all", description = "Stop all databases that were started here.")
          boolean all,
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

  /// `broadside db start`.
  @Command(
      name = "start",
      description =
          "Start a throw-away database, and print how to connect: MariaDB if there are binaries for the platform,"
              + " H2 elsewhere. It listens on loopback unless --listen names another address.")
  private static final class Start implements Callable<Integer> {
    private final Shell shell;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "Folder to keep the data in. Without it, the data go with the database.")
    private Optional<Path> data = Optional.empty();

    @Option(
        names = "--port",
        converter = PortConverter.class,
        paramLabel = "PORT",
        description = "Port to listen on. Default: a free one.")
    private Optional<Integer> port = Optional.empty();

    @Option(
        names = "--listen",
        paramLabel = "ADDRESS",
        description = {
          "Address of this host to listen on, for load from other hosts.",
          "Connections are not encrypted: use it in a network of your own. Default:"
              + " ${DEFAULT-VALUE}."
        },
        defaultValue = Endpoint.LOOPBACK)
    private String listen = Endpoint.LOOPBACK;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public Start(Shell shell) {
      this.shell = shell;
    }

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
      if (port.isPresent()) {
        PortConverter.requireFree("--port " + port.get(), port.get());
      }
      Signals signals = Signals.install();
      signals.onFirst(Thread.currentThread()::interrupt);
      Folders folders = Folders.of(shell.environment());
      Register register = Register.of(folders);
      Path folder = folder();
      requireUnused(folder, register);
      shell.err().println("starting a database in " + folder);
      boolean serves = false;
      try {
        LocalDatabase.Serving serving = serve(folder, folders, register);
        serves = true;
        shell.print(json, facts(serving), () -> lines(serving));
        return ExitStatus.OK;
      } catch (CommandException | InterruptedException e) {
        if (signals.exitStatus().isEmpty()) {
          throw e;
        }
        shell.err().println("stopped before the database served");
        return signals.exitStatus().getAsInt();
      } finally {
        if (!serves && data.isEmpty()) {
          Folders.delete(folder);
        }
      }
    }

    private Path folder() throws CommandException, IOException {
      if (data.isEmpty()) {
        return Files.createTempDirectory("broadside-db-");
      }
      try {
        Private.createFolder(data.get());
        return data.get();
      } catch (IOException e) {
        throw new CommandException(
            Problem.wrong(
                "--data " + data.get(),
                "it cannot be made a folder (" + Causes.of(e) + ")",
                "name another one"));
      }
    }

    /// A second server on the same data would wait for the locks of the first without end.
    private static void requireUnused(Path folder, Register register)
        throws CommandException, IOException {
      Path wanted = folder.toRealPath();
      for (Register.Entry one : register.all()) {
        Path used = Path.of(one.data()).toAbsolutePath().normalize();
        boolean same =
            used.equals(wanted) || (Files.exists(used) && Files.isSameFile(used, wanted));
        if (same && one.process().isPresent()) {
          throw new CommandException(
              Problem.wrong(
                  "--data " + folder,
                  "a database serves it already, at " + one.url(),
                  "use that one, 'broadside db stop --port "
                      + one.port()
                      + "', or name another folder"));
        }
      }
    }

    private LocalDatabase.Serving serve(Path folder, Folders folders, Register register)
        throws CommandException, InterruptedException {
      try {
        return LocalDatabase.prepare(shell.home(), folders, folder)
            .serveDetached(listen, port, register, data.isEmpty());
      } catch (IOException e) {
        String mend =
            data.isEmpty()
                ? "mend that, or give --data DIR to keep all it wrote"
                : "mend that; " + LocalDatabase.log(folder) + " has all it wrote";
        throw CommandException.failure(
            List.of(Problem.wrong("database in " + folder, Causes.of(e), mend)));
      }
    }

    private static Map<String, Object> facts(LocalDatabase.Serving serving) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("database", serving.title());
      facts.put("url", serving.url());
      facts.put("user", serving.user());
      facts.put("passwordFile", serving.passwordFile().toString());
      facts.put("port", serving.port());
      facts.put("pid", serving.pid());
      facts.put("data", serving.data().toString());
      facts.put("settings", serving.settings());
      return facts;
    }

    private static List<String> lines(LocalDatabase.Serving serving) {
      String settings =
          serving.settings().entrySet().stream()
              .map(one -> one.getKey() + (one.getValue().isEmpty() ? "" : "=" + one.getValue()))
              .collect(Collectors.joining(" "));
      return List.of(
          "database       " + serving.title(),
          "url            " + serving.url(),
          "user           " + serving.user(),
          "password file  " + serving.passwordFile(),
          "settings       " + settings,
          "try            broadside run igenoltp --url "
              + serving.url()
              + " --user "
              + serving.user()
              + " --password-file "
              + serving.passwordFile(),
          "stop           broadside db stop --port " + serving.port());
    }
  }
}
