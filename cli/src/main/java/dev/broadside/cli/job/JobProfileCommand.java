package dev.broadside.cli.job;

import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job profile`.
@Command(
    name = "profile",
    description = {
      "Bring the flight recordings of a job here that was submitted with --profile.",
      "Each agent's is ID-AGENT.jfr, for JDK Mission Control or the command 'jfr' of a JDK."
    })
public final class JobProfileCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where to; the present folder by default.")
  private Path output = Path.of(".");

  public JobProfileCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + ServerClient.segment(id) + "/recordings";
    JsonNode recordings = client.get(path).path("recordings");
    if (recordings.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "job " + id,
              "it has no flight recordings: nobody asked for them",
              "submit it again with --profile"));
    }
    makeFolder();
    Download download = new Download(client);
    boolean all = true;
    for (JsonNode one : recordings) {
      String agent = one.path("agent").asString();
      if (one.has("missing")) {
        all = false;
        shell.err().println(agent + ": " + one.path("missing").asString());
      } else {
        String file = output.resolve(safe(id) + "-" + safe(agent) + ".jfr").toString();
        download.to(path + "/" + ServerClient.segment(agent), "--output " + output, file, shell);
        shell.out().println(file);
      }
    }
    return all ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  private static String safe(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  private void makeFolder() throws CommandException {
    try {
      Files.createDirectories(output);
    } catch (IOException e) {
      throw CommandException.failure(
          List.of(
              Problem.wrong(
                  "--output " + output, "it is no folder that can be made", "name another one")));
    }
  }
}
