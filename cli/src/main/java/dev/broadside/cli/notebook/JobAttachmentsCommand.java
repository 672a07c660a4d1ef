package dev.broadside.cli.notebook;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job attachments`.
@Command(name = "attachments", description = "List the files beside a job.")
public final class JobAttachmentsCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(
      names = "--delete",
      paramLabel = "NAME",
      description = "Take this file away, before what is left is listed.")
  private List<String> gone = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobAttachmentsCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + ServerClient.segment(id) + "/attachments";
    for (String name : gone) {
      client.delete(path + "/" + ServerClient.segment(name));
    }
    JsonNode all = client.get(path);
    shell.print(
        json,
        all,
        () -> all.path("attachments").valueStream().map(JobAttachmentsCommand::line).toList());
    return ExitStatus.OK;
  }

  /// A file in one line.
  static String line(JsonNode file) {
    return PlainText.line(
        "%s  %,d bytes  %s  %s  sha256:%s"
            .formatted(
                file.path("name").asString(""),
                file.path("size").asLong(0),
                file.path("at").asString(""),
                file.path("author").asString(""),
                file.path("sha256").asString("")));
  }
}
