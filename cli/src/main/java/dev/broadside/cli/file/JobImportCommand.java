package dev.broadside.cli.file;

import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside job import`.
@Command(
    name = "import",
    description = {
      "Bring a job into a server that 'broadside job export ID FILE' took from another one.",
      "Its result and its seal are the same there; its secrets are not in the file."
    })
public final class JobImportCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "FILE", description = "The job.")
  private Path file = Path.of("");

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobImportCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    RemoteJob job = new RemoteJob(server.client(shell).upload("/job-archives", file));
    shell.print(json, job.json(), job.id() + "  " + job.state());
    return ExitStatus.OK;
  }
}
