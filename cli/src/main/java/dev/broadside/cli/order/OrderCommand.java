package dev.broadside.cli.order;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.search.WorkKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// An order to jobs, studies or groups of the server's that needs no more words, such as `broadside
/// group stop`: to one, to several, or to all that a query means.
@Command
public final class OrderCommand implements Callable<Integer> {
  private static final String DELETE = "delete";

  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  private final WorkKind kind;
  private String order;

  @Mixin private Many many;

  @Parameters(arity = "0..*", paramLabel = "ID", description = "Which ones.")
  private List<String> ids = List.of();

  private OrderCommand(Shell shell, WorkKind kind, String order) {
    this.shell = shell;
    this.kind = kind;
    this.order = order;
    this.many = new Many(kind);
  }

  /// @param order the last part of its route; `delete` goes to the thing itself
  public static CommandLine line(Shell shell, WorkKind kind, String order, String... description) {
    CommandLine line = new CommandLine(new OrderCommand(shell, kind, order));
    line.getCommandSpec().name(order).usageMessage().description(description);
    return line;
  }

  /// `broadside job cancel`, which knows of force.
  public static CommandLine cancelJob(Shell shell) {
    OrderCommand command = new OrderCommand(shell, WorkKind.JOB, "cancel");
    CommandLine line = new CommandLine(command);
    line.getCommandSpec()
        .name("cancel")
        .addOption(
            OptionSpec.builder("--force")
                .description(
                    "Kill their workers at once, without grace and verification: after 'job"
                        + " cancel', or instead of it.")
                .type(boolean.class)
                .setter(command.new Force())
                .build())
        .usageMessage()
        .description("End jobs; what they have done so far is kept.");
    return line;
  }

  private final class Force implements ISetter {
    @Override
    @SuppressWarnings("unchecked")
    public <T> T set(T value) {
      T before = (T) Boolean.valueOf(order.equals("kill"));
      order = Boolean.TRUE.equals(value) ? "kill" : "cancel";
      return before;
    }
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    if (!many.one(ids)) {
      return many.give(client, shell, order, ids, Map.of(), remote.json());
    }
    String id = ids.getFirst();
    String path = "/" + kind.plural() + "/" + ServerClient.segment(id);
    if (order.equals(DELETE)) {
      String back = "for a day 'broadside " + kind.word() + " restore " + id + "' brings it back";
      return remote.print(shell, client.delete(path), id + "  deleted; " + back);
    }
    JsonNode answer = client.post(path + "/" + order, Map.of());
    String reason = answer.path("reason").asString("");
    String state = answer.path("id").asString("") + "  " + answer.path("state").asString("");
    return remote.print(shell, answer, reason.isEmpty() ? state : state + ": " + reason);
  }
}
