package dev.broadside.cli.serve;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.figures.NumberText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside server status`.
@Command(
    name = "status",
    description = {
      "Show a server's version, the room left for results, and how long it will last.",
      "It also lists the jobs that are due but not deleted, and why."
    })
public final class ServerStatusCommand implements Callable<Integer> {
  private static final double DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @Option(
      names = "--yes",
      description =
          "Confirm that the server's clock is right, and let it delete every job that is due, even"
              + " more than a tenth of them.")
  private boolean yes;

  public ServerStatusCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    JsonNode answer = yes ? client.post("/server/upkeep", Map.of()) : client.get("/server");
    return remote.print(shell, answer, () -> lines(answer));
  }

  private static List<String> lines(JsonNode answer) {
    JsonNode disk = answer.path("disk");
    List<String> lines = new ArrayList<>();
    lines.add("version    " + answer.path("version").asString(""));
    if (disk.path("storeBytes").isNumber()) {
      lines.add("results    " + bytes(disk.path("storeBytes")));
    }
    double free = disk.path("freeBytes").asDouble(-1);
    lines.add("free       " + (free < 0 ? "not known" : NumberText.bytes(free)));
    if (disk.path("daysLeft").isNumber()) {
      lines.add("lasts      " + days(disk.path("daysLeft")) + " at the rate of the last day");
    }
    answer.path("kept").forEach(rule -> lines.add("keeps      " + kept(rule)));
    String sentence = disk.path("sentence").asString("");
    if (!sentence.isEmpty()) {
      lines.add("trouble    " + sentence);
    }
    String waiting = answer.path("waiting").asString("");
    if (!waiting.isEmpty()) {
      lines.add("waiting    " + waiting);
    }
    return lines;
  }

  /// A rule for keeping jobs, and how far its limits are used.
  private static String kept(JsonNode rule) {
    String folder = rule.path("folder").asString("");
    StringBuilder line = new StringBuilder(folder.isEmpty() ? "every job" : "folder " + folder);
    boolean aged = rule.path("days").isNumber();
    boolean sized = rule.path("mostBytes").isNumber();
    line.append(aged ? " for " + days(rule.path("days")) : sized ? "" : ", for ever");
    if (sized) {
      line.append(" while they take at most ").append(bytes(rule.path("mostBytes")));
    }
    int ended = rule.path("jobs").asInt();
    line.append("; ").append(ended).append(ended == 1 ? " has ended" : " have ended");
    if (rule.path("bytes").isNumber()) {
      line.append(", with ").append(bytes(rule.path("bytes")));
    }
    if (rule.path("daysLeft").isNumber()) {
      line.append(", the next goes in ").append(days(rule.path("daysLeft")));
    }
    return line.toString();
  }

  private static String days(JsonNode days) {
    return NumberText.span(days.asDouble() * DAY_MILLIS);
  }

  private static String bytes(JsonNode bytes) {
    return NumberText.bytes(bytes.asDouble());
  }
}
