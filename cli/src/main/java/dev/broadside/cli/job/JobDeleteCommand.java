package dev.broadside.cli.job;

import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside job delete`.
@Command(
    name = "delete",
    description = "Delete a job that has ended, with its records and its result, for good.")
public final class JobDeleteCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(names = "--yes", description = "Do it: nothing brings the job back.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobDeleteCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (!yes) {
      throw new CommandException(
          Problem.wrong(
              "job delete",
              "it takes the job's records and result away for good",
              "say so with --yes; 'broadside job export ID FILE' keeps a copy"));
    }
    RemoteJob job = new RemoteJob(server.client(shell).delete("/jobs/" + ServerClient.segment(id)));
    shell.print(json, job.json(), job.id() + "  deleted");
    return ExitStatus.OK;
  }
}
