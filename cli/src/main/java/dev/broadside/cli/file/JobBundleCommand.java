package dev.broadside.cli.file;

import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.RemoteCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside job bundle`.
@Command(
    name = "bundle",
    description = {
      "Write a job that has ended as a zip with all that is needed to run it again.",
      "It holds what was asked, the result, versions, settings, environment and the report.",
      "Secrets are not in it. 'broadside replay' runs it again."
    })
public final class JobBundleCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "Where to; - for standard output.")
  private String output = "";

  @Option(names = "--packs", description = "With the pack that ran.")
  private boolean packs;

  public JobBundleCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    OutputFiles.check("--output", output);
    String path =
        "/jobs/" + ServerClient.segment(id) + "/bundle.zip" + (packs ? "?packs=true" : "");
    new Download(client()).to(path, "--output " + output, output, shell);
    return ExitStatus.OK;
  }
}
