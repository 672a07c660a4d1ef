package dev.broadside.cli.study;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside study cancel`, `pause` and `resume`.
@Command
public final class StudyOrderCommand implements Callable<Integer> {
  private final Shell shell;
  private final String order;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The study.")
  private String id = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private StudyOrderCommand(Shell shell, String order) {
    this.shell = shell;
    this.order = order;
  }

  /// @param order the last part of its route
  public static CommandLine of(Shell shell, String order, String description) {
    CommandLine line = new CommandLine(new StudyOrderCommand(shell, order));
    line.getCommandSpec().name(order).usageMessage().description(description);
    return line;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/studies/" + ServerClient.segment(id) + "/" + order;
    JsonNode study = server.client(shell).post(path, Map.of());
    String text = study.path("id").asString("") + "  " + study.path("state").asString("");
    shell.print(json, study, text);
    return ExitStatus.OK;
  }
}
