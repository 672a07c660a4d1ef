package dev.broadside.cli.job;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.Mark;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job note`.
@Command(
    name = "note",
    description =
        "Note something that happened: it is seen on the job's charts and in its exports.")
public final class JobNoteCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "TEXT", description = "What happened, in one line.")
  private String text = "";

  @Option(
      names = "--at",
      paramLabel = "INSTANT",
      description = "When, such as 2026-01-31T18:00:00Z; now where it is left out.")
  private String at = "";

  public JobNoteCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    Map<String, Object> note = new LinkedHashMap<>(Map.of("text", text));
    if (!at.isEmpty()) {
      note.put("at", at);
    }
    String path = "/jobs/" + ServerClient.segment(id) + "/notes";
    JsonNode mark = client().post(path, note);
    print(mark, "noted at " + Mark.place(mark.path("atMillis").asDouble()) + " of " + id);
    return ExitStatus.OK;
  }
}
