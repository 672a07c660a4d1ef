package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `broadside load`: a run, or a job of a server, that ends when its tables are loaded and checked.
@Command(
    name = "load",
    customSynopsis = "broadside load [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Make and load the tables of a job class, check them, and end.",
      "It takes the definition and the options of 'broadside run', or of 'broadside job submit' if"
          + " --server or BROADSIDE_SERVER names a server, whose agents load together.",
      "A load that was killed goes on where it was when the command is given again."
    },
    footer = {
      "Examples:",
      "  broadside load tpcc --warehouses 9 --url jdbc:postgresql://db1/tpcc --user me",
      "  broadside load tpcc --warehouses 1000 --target orders --agents 4 --server DIR",
      "  broadside load tpcc --warehouses 9 --url jdbc:mysql://db1/tpcc --to csv /data"
    })
public final class LoadCommand implements Callable<Integer> {
  static final String TO =
      "Write the rows as files into an empty directory, for the database's own bulk loader: csv or"
          + " sql. The URL only says whose words they use.";

  private final ToIntFunction<String[]> commands;
  private final Shell shell;
  private final JobOptions options =
      new JobOptions(Set.of(Group.LOAD, Group.TIME, Group.STUDY, Group.WHEN));

  @Mixin private ServerOptions server = new ServerOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--to", arity = "2", paramLabel = "FORM DIRECTORY", description = TO)
  private List<String> files = List.of();

  private LoadCommand(Shell shell, ToIntFunction<String[]> commands) {
    this.shell = shell;
    this.commands = commands;
  }

  /// @param commands runs a command line of this program
  public static CommandLine line(Shell shell, ToIntFunction<String[]> commands) {
    LoadCommand command = new LoadCommand(shell, commands);
    return JobClassHelp.addTo(
        command.options.addTo(new CommandLine(command)),
        terminal ->
            command.options.jobClass().isEmpty()
                ? List.of()
                : Listing.details(
                    LocalPacks.of(shell)
                        .catalogue(command.options.pack())
                        .find(command.options.jobClass())
                        .jobClass(),
                    terminal),
        shell.outTerminal());
  }

  @Override
  public Integer call() {
    List<String> words = new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
    words.removeFirst();
    boolean remote = files.isEmpty() && server.named(shell);
    words.addAll(0, remote ? List.of("job", "submit") : List.of("run"));
    words.add(JobOptions.name(JobDocument.LOAD_ONLY));
    if (remote) {
      words.add("--watch");
    }
    return commands.applyAsInt(words.toArray(String[]::new));
  }
}
