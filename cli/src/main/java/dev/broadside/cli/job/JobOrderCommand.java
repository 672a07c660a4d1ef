package dev.broadside.cli.job;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// An order to jobs of the server's that needs no more words, such as `broadside job cancel`.
@Command
public final class JobOrderCommand implements Callable<Integer> {
  private final Shell shell;
  private String order;

  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private ManyJobs many = new ManyJobs();

  @Parameters(arity = "0..*", paramLabel = "ID", description = "The jobs.")
  private List<String> ids = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private JobOrderCommand(Shell shell, String order) {
    this.shell = shell;
    this.order = order;
  }

  /// @param order the last part of its route; `delete` goes to the job itself
  public static CommandLine line(Shell shell, String order, String... description) {
    CommandLine line = new CommandLine(new JobOrderCommand(shell, order));
    line.getCommandSpec().name(order).usageMessage().description(description);
    return line;
  }

  /// `broadside job cancel`, which knows of force.
  public static CommandLine cancel(Shell shell) {
    JobOrderCommand command = new JobOrderCommand(shell, "cancel");
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
    ServerClient client = server.client(shell);
    if (!many.one(ids)) {
      return many.give(client, shell, order, ids, Map.of(), json);
    }
    String path = "/jobs/" + ServerClient.segment(ids.getFirst());
    if (order.equals("delete")) {
      String id = ids.getFirst();
      String undo = id + "  deleted; for a day 'broadside job restore " + id + "' brings it back";
      shell.print(json, client.delete(path), undo);
      return ExitStatus.OK;
    }
    JsonNode answer = client.post(path + "/" + order, Map.of());
    String reason = answer.path("reason").asString("");
    String state = answer.path("id").asString("") + "  " + answer.path("state").asString("");
    shell.print(json, answer, reason.isEmpty() ? state : state + ": " + reason);
    return ExitStatus.OK;
  }
}
