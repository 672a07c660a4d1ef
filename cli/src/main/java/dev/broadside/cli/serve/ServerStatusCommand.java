package dev.broadside.cli.serve;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
      "A server's version, how much room there is for results, and how long it lasts.",
      "It also says what is not deleted although it is due, and why."
    })
public final class ServerStatusCommand implements Callable<Integer> {
  private static final double GIB = 1 << 30;

  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @Option(
      names = "--yes",
      description =
          "The server's clock is right, and everything may be deleted that is due, more than a"
              + " tenth of all jobs included.")
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
      lines.add(gib("results    %.2f GiB", disk.path("storeBytes")));
    }
    lines.add(gib("free       %.1f GiB", disk.path("freeBytes")));
    if (disk.path("daysLeft").isNumber()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "lasts      %.0f days at the rate of the last day",
              disk.path("daysLeft").asDouble()));
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

  /// A rule of what is kept, and how far it is used.
  private static String kept(JsonNode rule) {
    String folder = rule.path("folder").asString("");
    StringBuilder line = new StringBuilder(folder.isEmpty() ? "all jobs" : "folder " + folder);
    boolean aged = rule.path("days").isNumber();
    boolean sized = rule.path("mostBytes").isNumber();
    line.append(aged ? days(" for %.1f days", rule.path("days")) : sized ? "" : " for ever");
    if (sized) {
      line.append(gib(" while they take %.2f GiB at most", rule.path("mostBytes")));
    }
    line.append("; ended: ").append(rule.path("jobs").asInt());
    if (rule.path("bytes").isNumber()) {
      line.append(gib(", %.2f GiB", rule.path("bytes")));
    }
    if (rule.path("daysLeft").isNumber()) {
      line.append(days(", the next goes in %.1f days", rule.path("daysLeft")));
    }
    return line.toString();
  }

  private static String days(String format, JsonNode days) {
    return String.format(Locale.ROOT, format, days.asDouble());
  }

  private static String gib(String format, JsonNode bytes) {
    return String.format(Locale.ROOT, format, bytes.asDouble(0) / GIB);
  }
}
