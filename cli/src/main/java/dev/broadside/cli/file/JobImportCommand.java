package dev.broadside.cli.file;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `broadside job import`.
@Command(
    name = "import",
    description = {
      "Bring a job into a server that 'broadside job export ID FILE' took from another one.",
      "Its result and its seal are the same there; its secrets are not in the file."
    })
public final class JobImportCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "The job.")
  private Path file = Path.of("");

  public JobImportCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    RemoteJob job = new RemoteJob(client().upload("/job-archives", file));
    print(job.json(), job.id() + "  " + job.state());
    return ExitStatus.OK;
  }
}
