package dev.broadside.cli.job;

import dev.broadside.cli.remote.LiveEvents;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `broadside job log`.
@Command(
    name = "log",
    description = {
      "Print what a job's workers wrote, and their agents about them.",
      "A long log is cut: its beginning, the number of lines left out, its newest lines."
    })
public final class JobLogCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  private final JsonMapper mapper = Json.mapper();
  private long last;

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what is written until the job ends.")
  private boolean follow;

  @Option(names = "--json", description = "Print lines of JSON.")
  private boolean json;

  public JobLogCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + ServerClient.segment(id);
    client.get(path + "/log").path("lines").forEach(this::print);
    if (follow) {
      String after = last == 0 ? "" : "" + last;
      new LiveEvents(client, path, after, note -> shell.err().println(PlainText.line(note)))
          .each(event -> {
            if (event.name().equals("log")) {
              print(mapper.readTree(event.data()));
            }
          });
    }
    return ExitStatus.OK;
  }

  /// Each line once, whichever way it came.
  private void print(JsonNode line) {
    long number = line.path("id").asLong(0);
    if (number > 0 && number <= last) {
      return;
    }
    last = Math.max(last, number);
    String agent = line.path("agent").asString("");
    String text =
        line.path("at").asString("")
            + "  "
            + (agent.isEmpty() ? "" : agent + ": ")
            + line.path("line").asString("");
    shell.out().println(json ? mapper.writeValueAsString(line) : PlainText.line(text, 8_000));
  }
}
