package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// A command that hands a job to a server: the job's options, its class's parameters, or a file.
public abstract class SubmissionCommand implements Callable<Integer> {
  private final Shell shell;
  private final JobOptions options = new JobOptions(Set.of());

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  protected SubmissionCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help tells of the job class that it is given.
  public final CommandLine line() {
    return JobClassHelp.addTo(
        options.addTo(new CommandLine(this)),
        terminal -> ServerSubmission.describe(options, server, shell, terminal),
        shell.outTerminal());
  }

  protected final ServerSubmission submission() throws CommandException, InterruptedException {
    return ServerSubmission.of(server.client(shell), options, shell);
  }

  protected final Shell shell() {
    return shell;
  }

  protected final boolean json() {
    return json;
  }
}
