package dev.broadside.cli.notebook;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job comment`.
@Command(
    name = "comment",
    description = {
      "Say something of a job, whatever state it is in; 'job comments' shows it.",
      "What belongs to a moment of its load is a note: 'job note'."
    })
public final class JobCommentCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "TEXT", description = "At most 2,000 characters.")
  private String text = "";

  public JobCommentCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/jobs/" + ServerClient.segment(id) + "/comments";
    JsonNode comment = client().post(path, Map.of("text", text));
    print(comment, "comment " + comment.path("number").asString("") + " on " + id);
    return ExitStatus.OK;
  }
}
