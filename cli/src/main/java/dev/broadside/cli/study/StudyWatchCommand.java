package dev.broadside.cli.study;

import dev.broadside.cli.remote.RemoteCommand;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside study watch`.
@Command(
    name = "watch",
    description = {
      "Follow a study until its end, with a line for each step, and show its table.",
      "Its exit status is that of 'broadside study results'."
    })
public final class StudyWatchCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The study.")
  private String id = "";

  @Option(
      names = "--json",
      description = "Print the study's document as JSON, and everything else on standard error.")
  private boolean json;

  @Mixin private GeneratorOption generator = new GeneratorOption();

  public StudyWatchCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    return new StudyWatch(shell, client(), id).follow(json, generator);
  }
}
