package dev.broadside.cli.notebook;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job comments`.
@Command(name = "comments", description = "Print what people said of a job, oldest first.")
public final class JobCommentsCommand implements Callable<Integer> {
  private static final int LONGEST_LINE = 2_000;

  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(
      names = "--delete",
      paramLabel = "NUMBER",
      description = "Take this comment away, before what is left is printed.")
  private List<String> gone = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobCommentsCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + ServerClient.segment(id) + "/comments";
    for (String number : gone) {
      client.delete(path + "/" + ServerClient.segment(number));
    }
    JsonNode all = client.get(path);
    shell.print(json, all, () -> lines(all.path("comments")));
    return ExitStatus.OK;
  }

  private static List<String> lines(JsonNode comments) {
    List<String> lines = new ArrayList<>();
    for (JsonNode one : comments) {
      lines.add(
          PlainText.line(
              one.path("number").asString("")
                  + "  "
                  + one.path("at").asString("")
                  + "  "
                  + one.path("author").asString("")));
      one.path("text")
          .asString("")
          .lines()
          .forEach(line -> lines.add("   " + PlainText.line(line, LONGEST_LINE)));
    }
    return lines;
  }
}
