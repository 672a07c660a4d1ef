package dev.broadside.cli.remote;

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

/// An order to a study or a group of the server's, such as `broadside study cancel`.
@Command
public final class OrderCommand implements Callable<Integer> {
  private static final String DELETE = "delete";

  private final Shell shell;
  private final String resource;
  private final String order;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "Its id.")
  private String id = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private OrderCommand(Shell shell, String resource, String order) {
    this.shell = shell;
    this.resource = resource;
    this.order = order;
  }

  /// @param order the last part of its route
  public static CommandLine study(Shell shell, String order, String description) {
    return line(new OrderCommand(shell, "/studies/", order), description);
  }

  /// @param order the last part of its route; `delete` has none
  public static CommandLine group(Shell shell, String order, String description) {
    return line(new OrderCommand(shell, "/groups/", order), description);
  }

  private static CommandLine line(OrderCommand command, String description) {
    CommandLine line = new CommandLine(command);
    line.getCommandSpec().name(command.order).usageMessage().description(description);
    return line;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = resource + ServerClient.segment(id);
    ServerClient client = server.client(shell);
    JsonNode answer =
        order.equals(DELETE) ? client.delete(path) : client.post(path + "/" + order, Map.of());
    String reason = answer.path("reason").asString("");
    String state = answer.path("id").asString("") + "  " + answer.path("state").asString("");
    shell.print(json, answer, reason.isEmpty() ? state : state + ": " + reason);
    return ExitStatus.OK;
  }
}
