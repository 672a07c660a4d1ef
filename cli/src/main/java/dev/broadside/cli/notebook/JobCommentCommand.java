package dev.broadside.cli.notebook;

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
import tools.jackson.databind.JsonNode;

/// `broadside job comment`.
@Command(
    name = "comment",
    description = {
      "Say something of a job, whatever state it is in; 'job comments' shows it.",
      "What belongs to a moment of its load is a note: 'job note'."
    })
public final class JobCommentCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "TEXT", description = "At most 2,000 characters.")
  private String text = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobCommentCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/jobs/" + ServerClient.segment(id) + "/comments";
    JsonNode comment = server.client(shell).post(path, Map.of("text", text));
    shell.print(json, comment, "comment " + comment.path("number").asString("") + " on " + id);
    return ExitStatus.OK;
  }
}
