package dev.broadside.cli.notebook;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job attach`.
@Command(
    name = "attach",
    description = {
      "Lay files beside a job, whatever state it is in: plans, settings, graphs of other tools.",
      "At most 16 MiB each; of one job at most 50, and 64 MiB together."
    })
public final class JobAttachCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "FILE", description = "The files.")
  private List<Path> files = List.of();

  public JobAttachCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    for (Path file : files) {
      if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
        throw new CommandException(
            Problem.wrong(
                "file " + file, "it is no file that can be read", "name one that is there"));
      }
    }
    ServerClient client = client();
    String path = "/jobs/" + ServerClient.segment(id) + "/attachments?name=";
    List<JsonNode> kept = new ArrayList<>();
    for (Path file : files) {
      String name = String.valueOf(file.getFileName());
      kept.add(client.upload(path + ServerClient.segment(name), file));
      JsonNode last = kept.getLast();
      if (!json) {
        shell.out().println(JobAttachmentsCommand.line(last));
      }
    }
    if (json) {
      shell.print(true, Map.of("attachments", kept), List::of);
    }
    return ExitStatus.OK;
  }
}
