package dev.broadside.cli.notebook;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside job attachments`.
@Command(name = "attachments", description = "List the files beside a job.")
public final class JobAttachmentsCommand extends KeptCommand {
  @Option(
      names = "--delete",
      paramLabel = "NAME",
      description = "Take this file away, before what is left is listed.")
  private List<String> gone = List.of();

  public JobAttachmentsCommand(Shell shell) {
    super(shell, "attachments");
  }

  @Override
  List<String> gone() {
    return gone;
  }

  @Override
  List<String> lines(JsonNode all) {
    return all.valueStream().map(JobAttachmentsCommand::line).toList();
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
