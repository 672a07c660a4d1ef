package dev.broadside.cli.notebook;

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

/// `broadside job attachment`.
@Command(name = "attachment", description = "Bring a file that lies beside a job here.")
public final class JobAttachmentCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "As 'job attachments' lists it.")
  private String name = "";

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "Where to; - for standard output.")
  private String output = "";

  public JobAttachmentCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    OutputFiles.check("--output", output);
    String path =
        "/jobs/" + ServerClient.segment(id) + "/attachments/" + ServerClient.segment(name);
    new Download(client()).to(path, "--output " + output, output, shell);
    return ExitStatus.OK;
  }
}
