package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/// A command that sends a job to a server: the job's options, its class's parameters, or a file.
public abstract class SubmissionCommand implements Callable<Integer> {
  protected final Shell shell;

  @Mixin protected Remote remote = new Remote();

  private final JobOptions options = new JobOptions(Set.of());

  protected SubmissionCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help also describes the job class on its command line.
  public final CommandLine line() {
    return JobClassHelp.addTo(
        options.addTo(new CommandLine(this)),
        terminal -> ServerSubmission.describe(options, remote, shell, terminal),
        shell.outTerminal());
  }

  protected final ServerSubmission submission() throws CommandException, InterruptedException {
    return ServerSubmission.of(remote.client(shell), options, shell);
  }
}
