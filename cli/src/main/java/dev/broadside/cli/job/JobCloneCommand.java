package dev.broadside.cli.job;

import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside job clone`.
@Command(
    name = "clone",
    description = {
      "Submit a job once more as it was asked for.",
      "The server takes its secrets over from the job itself; nobody has to give them again."
    })
public final class JobCloneCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job to clone.")
  private String original = "";

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "A few words for lists. Default: those of the job that is cloned.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--id", paramLabel = "ID", description = "Its id. Default: the server makes one.")
  private Optional<String> id = Optional.empty();

  @Option(names = "--watch", description = "Follow it until its end.")
  private boolean watch;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobCloneCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    JsonNode asked = client.get("/jobs/" + ServerClient.segment(original) + "/submission");
    ObjectNode submission = ((ObjectNode) asked).deepCopy();
    id.ifPresent(text -> submission.put("id", text));
    name.ifPresent(text -> submission.put("name", text));
    RemoteJob job = new RemoteJob(client.post("/jobs", submission));
    if (watch) {
      shell.err().println("job " + PlainText.line(job.id()));
      OutputFiles files = JobWatchCommand.files(json, Optional.empty());
      return JobWatchCommand.watch(shell, client, job.id(), false, files);
    }
    shell.print(json, job.json(), job.id());
    return ExitStatus.OK;
  }
}
