package dev.broadside.cli.notebook;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside job comments`.
@Command(name = "comments", description = "Print what people said of a job, oldest first.")
public final class JobCommentsCommand extends KeptCommand {
  private static final int LONGEST_LINE = 2_000;

  @Option(
      names = "--delete",
      paramLabel = "NUMBER",
      description = "Take this comment away, before what is left is printed.")
  private List<String> gone = List.of();

  public JobCommentsCommand(Shell shell) {
    super(shell, "comments");
  }

  @Override
  List<String> gone() {
    return gone;
  }

  @Override
  List<String> lines(JsonNode all) {
    List<String> lines = new ArrayList<>();
    for (JsonNode one : all) {
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
