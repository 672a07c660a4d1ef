package dev.broadside.cli.job;

import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.NoticeLines;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.TextReport;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.RunReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job show`.
@Command(name = "show", description = "Show a job and its result so far.")
public final class JobShowCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(
      names = "--amendment",
      paramLabel = "N",
      description =
          "The final result as it was after N amendments; 0 is the result at the end of the job.")
  private Optional<Integer> amendment = Optional.empty();

  @Option(
      names = "--json",
      description = "Print the result as JSON; before the start, print the job.")
  private boolean json;

  @Option(
      names = "--yaml",
      description = "Print what was asked, as a file for 'job submit -f'; without its secrets.")
  private boolean yaml;

  public JobShowCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + ServerClient.segment(id);
    if (yaml) {
      shell.out().print(JobYaml.write(client.get(path + "/submission")));
      return ExitStatus.OK;
    }
    RemoteJob job = new RemoteJob(client.get(path));
    if (job.hasStarted()) {
      result(client, path, head(client, job));
    } else {
      String reason = job.reason().isEmpty() ? "" : ": " + job.reason();
      List<String> head = head(client, job);
      String text = job.id() + "  " + job.text("jobClass") + "  " + job.state() + reason;
      shell.print(
          json,
          job.json(),
          () -> {
            List<String> lines = new ArrayList<>(List.of(PlainText.line(text)));
            lines.addAll(head);
            return lines;
          });
    }
    return ExitStatus.OK;
  }

  /// Where it is filed, who is notified of it, and what did not reach them. Programs get none of
  /// it.
  private List<String> head(ServerClient client, RemoteJob job)
      throws CommandException, InterruptedException {
    if (json) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    if (!job.filing().isEmpty()) {
      lines.add(PlainText.line(job.filing()));
    }
    lines.addAll(NoticeLines.of(job.json()));
    lines.addAll(NoticeLines.undelivered(client, "job", job.json()));
    return lines;
  }

  private void result(ServerClient client, String path, List<String> head)
      throws CommandException, InterruptedException {
    if (json && amendment.isEmpty()) {
      new Download(client).printResult(id, shell);
      return;
    }
    String figures =
        amendment
            .map(number -> path + "/results?amendment=" + number)
            .orElseGet(() -> ServerClient.figures(path));
    JsonNode result = client.get(figures);
    shell.print(
        json,
        result,
        () -> {
          RunDocument run = Json.mapper().treeToValue(result, RunDocument.class);
          List<String> lines = new ArrayList<>(head);
          lines.addAll(TextReport.of(RunReport.of(run, ""), shell.outTerminal()));
          return lines;
        });
  }
}
