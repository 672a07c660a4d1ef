package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.Set;
import picocli.CommandLine;

/// A command that hands a job to a server: the job's options, its class's parameters, or a file.
public abstract class SubmissionCommand extends JsonCommand {
  private final JobOptions options = new JobOptions(Set.of());

  protected SubmissionCommand(Shell shell) {
    super(shell);
  }

  /// The command, whose help tells of the job class that it is given.
  public final CommandLine line() {
    return JobClassHelp.addTo(
        options.addTo(new CommandLine(this)),
        terminal -> ServerSubmission.describe(options, server, shell, terminal),
        shell.outTerminal());
  }

  protected final ServerSubmission submission() throws CommandException, InterruptedException {
    return ServerSubmission.of(client(), options, shell);
  }
}
