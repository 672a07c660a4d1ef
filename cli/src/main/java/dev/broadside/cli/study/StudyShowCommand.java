package dev.broadside.cli.study;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.TellingLines;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside study show`.
@Command(name = "show", description = "Show how far a study is, step by step.")
public final class StudyShowCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The study.")
  private String id = "";

  public StudyShowCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = client();
    JsonNode study = client.get("/studies/" + ServerClient.segment(id));
    List<String> undelivered = json ? List.of() : TellingLines.undelivered(client, "study", study);
    print(study, () -> lines(study, undelivered));
    return ExitStatus.OK;
  }

  private List<String> lines(JsonNode study, List<String> undelivered) {
    String reason = study.path("reason").asString("");
    String head =
        study.path("id").asString("")
            + "  "
            + study.path("jobClass").asString("")
            + "  "
            + study.path("state").asString("")
            + (reason.isEmpty() ? "" : ": " + reason);
    List<String> lines = new ArrayList<>(List.of(PlainText.line(head)));
    lines.addAll(TellingLines.of(study));
    lines.addAll(undelivered);
    lines.addAll(steps(study).lines(shell.outTerminal().columns()));
    return lines;
  }

  private static Table steps(JsonNode study) {
    Table table =
        new Table(
            Column.words("place"),
            Column.words("job"),
            Column.words("state"),
            Column.words("audit").unlessNarrow(2),
            Column.numbers("tps"),
            Column.words("reason").unlessNarrow(1));
    for (JsonNode node : study.path("steps")) {
      RemoteJob step = new RemoteJob(node);
      table.row(
          StudyListCommand.place(node),
          step.text("jobId"),
          step.outcome(),
          step.audit(),
          step.throughput(),
          step.reason());
    }
    return table;
  }
}
