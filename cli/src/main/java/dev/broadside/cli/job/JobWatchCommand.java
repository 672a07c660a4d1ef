package dev.broadside.cli.job;

import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.run.RunStatus;
import dev.broadside.cli.run.RunView;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.RunDocument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside job watch`.
@Command(
    name = "watch",
    description = "Follow a job until its end, with a line per interval, and show its result.")
public final class JobWatchCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(names = "--quiet", description = "Only the result.")
  private boolean quiet;

  @Option(
      names = "--json",
      description = "Print the result as JSON, and everything else on standard error.")
  private boolean json;

  public JobWatchCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    return watch(shell, server.client(shell), id, quiet, json);
  }

  /// Follows a job to its end.
  ///
  /// @return the exit status that its result leads to
  static int watch(Shell shell, ServerClient client, String id, boolean quiet, boolean json)
      throws CommandException, InterruptedException {
    try (RunView view = new RunView(json ? shell.withDataOnOut() : shell, quiet)) {
      return switch (new JobWatch(client, id, view).follow()) {
        case JobWatch.End.NeverBegan(int exitStatus) -> exitStatus;
        case JobWatch.End.Ran(RunDocument run) -> {
          view.end(run);
          if (json) {
            new Download(client).printResult(id, shell);
          }
          yield RunStatus.of(run);
        }
      };
    }
  }
}
