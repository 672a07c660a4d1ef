package dev.broadside.cli.order;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.search.WorkKind;
import dev.broadside.server.api.many.WorkOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// A [WorkOrder] to jobs, studies or groups of a server, such as `broadside group stop`: to one, to
/// several, or to all that a query means.
@Command
public final class OrderCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  private final WorkKind kind;
  private String order;

  @Mixin private Many many;

  @Parameters(arity = "0..*", paramLabel = "ID", description = "The ids.")
  private List<String> ids = List.of();

  private OrderCommand(Shell shell, WorkKind kind, String order) {
    this.shell = shell;
    this.kind = kind;
    this.order = order;
    this.many = new Many(kind);
  }

  /// What makes the commands of all orders to work of a kind, by their words in the order of help,
  /// as [WorkOrder] declares them.
  ///
  /// @param others words of orders that have a command of their own
  public static Map<String, Supplier<Object>> all(Shell shell, WorkKind kind, String... others) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    WorkOrder.to(kind).stream()
        .filter(order -> !List.of(others).contains(order.word()))
        .filter(order -> !order.word().equals(WorkOrder.KILL))
        .forEach(order ->
            all.put(order.word(), () -> new OrderCommand(shell, kind, order.word()).line(order)));
    return all;
  }

  /// To kill a job is to cancel it with `--force`.
  private CommandLine line(WorkOrder declared) {
    CommandLine line = new CommandLine(this);
    line.getCommandSpec()
        .name(declared.word())
        .usageMessage()
        .description(declared.summary(), declared.more().replace('`', '\''));
    if (kind == WorkKind.JOB && declared.word().equals(WorkOrder.CANCEL)) {
      line.getCommandSpec()
          .addOption(
              OptionSpec.builder("--force")
                  .description(
                      "Kill their workers at once, without grace and verification: after 'job"
                          + " cancel', or instead of it.")
                  .type(boolean.class)
                  .setter(new Force())
                  .build());
    }
    return line;
  }

  private final class Force implements ISetter {
    @Override
    @SuppressWarnings("unchecked")
    public <T> T set(T value) {
      T before = (T) Boolean.valueOf(order.equals(WorkOrder.KILL));
      order = Boolean.TRUE.equals(value) ? WorkOrder.KILL : WorkOrder.CANCEL;
      return before;
    }
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    if (!many.one(ids)) {
      return many.give(client, shell, order, ids, remote.json());
    }
    String id = ids.getFirst();
    String path = "/" + kind.plural() + "/" + ServerClient.segment(id);
    if (order.equals(WorkOrder.DELETE)) {
      String back = "for a day 'broadside " + kind.word() + " restore " + id + "' brings it back";
      return remote.print(shell, client.delete(path), id + "  deleted; " + back);
    }
    JsonNode answer = client.post(path + "/" + order, Map.of());
    String reason = answer.path("reason").asString("");
    String state = answer.path("id").asString("") + "  " + answer.path("state").asString("");
    return remote.print(shell, answer, reason.isEmpty() ? state : state + ": " + reason);
  }
}
