package dev.broadside.cli.remote;

import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.search.WorkKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside job report`, `broadside study report` and `broadside group report`.
@Command(
    name = "report",
    description = {
      "Write the result so far as one HTML file, which opens without a server.",
      "It holds verdicts, figures, charts, and what is needed to run it again, without secrets."
    })
public final class ReportCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  private final WorkKind kind;

  @Parameters(index = "0", paramLabel = "ID", description = "The job, study or group.")
  private String id = "";

  @Option(
      names = {"-o", "--html"},
      required = true,
      paramLabel = "FILE",
      description = "File to write; - for standard output.")
  private String html = "";

  public ReportCommand(Shell shell, WorkKind kind) {
    this.shell = shell;
    this.kind = kind;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    OutputFiles.check("--html", html);
    String path = "/" + kind.plural() + "/" + ServerClient.segment(id) + "/report.html";
    new Download(server.client(shell)).to(path, "--html " + html, html, shell);
    return ExitStatus.OK;
  }
}
