package dev.broadside.cli.job;

import dev.broadside.cli.follow.LeavingNote;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.run.RunView;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import java.util.List;
import java.util.Optional;
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
  static final String JUNIT =
      "Write the outcome and the thresholds as JUnit XML; - for standard output.";

  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(names = "--quiet", description = "Print only the result.")
  private boolean quiet;

  @Option(
      names = "--json",
      description = "Print the result as JSON, and everything else on standard error.")
  private boolean json;

  @Option(names = "--junit", paramLabel = "FILE", description = JUNIT)
  private Optional<String> junit = Optional.empty();

  @Mixin private GeneratorOption generator = new GeneratorOption();

  public JobWatchCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    OutputFiles files = files(json, junit);
    return watch(shell, server.client(shell), id, quiet, files, generator);
  }

  /// Where the result is written; refuses what could not be written later.
  public static OutputFiles files(boolean json, Optional<String> junit) throws CommandException {
    Optional<String> out = Optional.of("-").filter(_ -> json);
    OutputFiles files = OutputFiles.NONE.with("--json", out).with("--junit", junit);
    files.check();
    return files;
  }

  /// Follows a job to its end.
  ///
  /// @return the exit status that its result leads to
  public static int watch(
      Shell shell,
      ServerClient client,
      String id,
      boolean quiet,
      OutputFiles files,
      GeneratorOption generator)
      throws CommandException, InterruptedException {
    Shell terminal = files.useStandardOutput() ? shell.withDataOnOut() : shell;
    try (RunView view = new RunView(terminal, quiet);
        LeavingNote _ =
            new LeavingNote(() ->
                view.note("job " + id + " goes on; 'broadside job cancel " + id + "' ends it"))) {
      return switch (new JobWatch(client, id, view).follow()) {
        case JobWatch.End.NeverBegan(int exitStatus) -> exitStatus;
        case JobWatch.End.Ran(RunDocument run) -> {
          view.end(run);
          if (files.of("--json").isPresent()) {
            new Download(client).printResult(id, shell);
          }
          List<Problem> unwritten = files.junit(shell, view::note).finish(run);
          if (!unwritten.isEmpty()) {
            throw CommandException.failure(unwritten);
          }
          yield generator.status(run);
        }
      };
    }
  }
}
