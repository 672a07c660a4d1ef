package dev.broadside.cli.job;

import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside job cancel`.
@Command(name = "cancel", description = "End a job; what it has done so far is kept.")
public final class JobCancelCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobCancelCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/jobs/" + ServerClient.segment(id) + "/cancel";
    RemoteJob job = new RemoteJob(server.client(shell).post(path, Map.of()));
    shell.print(json, job.json(), job.id() + "  " + job.state());
    return ExitStatus.OK;
  }
}
