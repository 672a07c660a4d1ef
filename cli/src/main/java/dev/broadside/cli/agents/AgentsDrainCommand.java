package dev.broadside.cli.agents;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside agents drain`.
@Command(
    name = "drain",
    description =
        "Give an agent no new job, until it was started anew; what it has goes on. Says whether it"
            + " is empty.")
public final class AgentsDrainCommand extends JsonCommand {
  private static final Duration LOOK = Duration.ofMillis(500);

  @Parameters(index = "0", paramLabel = "NAME", description = "The agent.")
  private String name = "";

  @Option(names = "--undo", description = "Give it jobs again.")
  private boolean undo;

  @Option(names = "--wait", description = "Return when it has no job any more.")
  private boolean wait;

  public AgentsDrainCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = client();
    String path = "/agents/" + ServerClient.segment(name) + (undo ? "/undrain" : "/drain");
    JsonNode answer = client.post(path, Map.of());
    List<String> jobs = undo ? List.of() : jobs(client);
    while (wait && !jobs.isEmpty()) {
      Thread.sleep(LOOK);
      jobs = jobs(client);
    }
    print(answer, sentence(jobs));
    return ExitStatus.OK;
  }

  private List<String> jobs(ServerClient client) throws CommandException, InterruptedException {
    List<String> jobs = new ArrayList<>();
    for (JsonNode agent : client.get("/agents").path("agents")) {
      if (agent.path("name").asString("").equals(name)) {
        agent.path("jobs").forEach(job -> jobs.add(job.asString("")));
      }
    }
    return jobs;
  }

  private String sentence(List<String> jobs) {
    if (undo) {
      return name + " gets jobs again";
    }
    return jobs.isEmpty()
        ? name + " is empty and gets no new job: it can be stopped"
        : name + " gets no new job; it is at work on " + String.join(", ", jobs);
  }
}
