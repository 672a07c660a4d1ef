package dev.broadside.cli.order;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.Filing;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.WorkKind;
import dev.broadside.server.api.many.OrderBody;
import dev.broadside.server.api.many.WorkOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// The options of an order to many of a kind, and how it is given.
public class Many {
  /// No more are shown before the user is asked about all of them.
  private static final int MOST_SHOWN = 20;

  private final WorkKind kind;

  @Option(
      names = "--query",
      paramLabel = "QUERY",
      description = "All that this query finds, as the command 'list' takes it; at most 1,000.")
  private Optional<String> query = Optional.empty();

  @Option(
      names = "--yes",
      description = "Do not ask before the order goes to all that the query finds.")
  private boolean yes;

  @Option(names = "--dry-run", description = "Show where the order would go, and do nothing.")
  private boolean dryRun;

  public Many(WorkKind kind) {
    this.kind = kind;
  }

  /// The options of an order to many jobs.
  public static final class OfJobs extends Many {
    public OfJobs() {
      super(WorkKind.JOB);
    }
  }

  /// Whether only one is meant: its order goes to the route of that one.
  public boolean one(List<String> ids) {
    return ids.size() == 1 && query.isEmpty() && !dryRun;
  }

  public boolean byQuery() {
    return query.isPresent();
  }

  /// Gives an order that needs no more words.
  ///
  /// @param ids of those that are meant, if no query is given
  /// @return the exit status: 1 if one of them refused it
  public int give(ServerClient client, Shell shell, String order, List<String> ids, boolean json)
      throws CommandException, InterruptedException {
    return give(client, shell, body(order, ids, Optional.empty()), json);
  }

  /// Changes folders and tags.
  public int file(
      ServerClient client, Shell shell, List<String> ids, Filing.Change change, boolean json)
      throws CommandException, InterruptedException {
    return give(client, shell, body(WorkOrder.FILE, ids, Optional.of(change)), json);
  }

  private OrderBody body(String order, List<String> ids, Optional<Filing.Change> change)
      throws CommandException {
    if (ids.isEmpty() == query.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              kind.word() + " " + order,
              ids.isEmpty() ? "nothing says which ones" : "ids and --query do not go together",
              "give one or more ids, or --query"));
    }
    return new OrderBody(
        order,
        Optional.of(ids).filter(some -> !some.isEmpty()),
        query,
        change,
        Optional.of(dryRun || asks()));
  }

  private boolean asks() {
    return query.isPresent() && !yes && !dryRun;
  }

  private int give(ServerClient client, Shell shell, OrderBody order, boolean json)
      throws CommandException, InterruptedException {
    JsonNode answer = post(client, order);
    if (asks() && !answer.path("items").isEmpty()) {
      confirm(shell, order.order(), answer.path("items"));
      // By the time of a yes the query may mean others: the order goes to those that were shown.
      List<String> shown = ids(answer.path("items"));
      answer = post(client, order.to(shown));
    }
    return answered(shell, json, answer);
  }

  private static List<String> ids(JsonNode items) {
    return items.valueStream().map(one -> one.path("id").asString("")).toList();
  }

  private int answered(Shell shell, boolean json, JsonNode answer) {
    JsonNode items = answer.path("items");
    shell.print(json, answer, () -> lines(items));
    boolean all = items.valueStream().allMatch(one -> one.path("done").asBoolean(false));
    return dryRun || all ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  /// Sends an order; its problems name the options that they are about.
  private JsonNode post(ServerClient client, OrderBody body)
      throws CommandException, InterruptedException {
    try {
      return client.post("/" + kind.plural() + "/orders", body);
    } catch (CommandException e) {
      throw e.with(e.problems().stream().map(Many::said).toList());
    }
  }

  private static Problem said(Problem one) {
    String where = one.where().replaceFirst("^/?query\\b", "--query").replaceFirst("^/ids$", "ID");
    return new Problem(one.kind(), where, one.what(), one.mend());
  }

  /// Shows those that a query means, and goes on only after a yes.
  private void confirm(Shell shell, String order, JsonNode items) throws CommandException {
    String meant = counted(items.size());
    List<String> each = items.valueStream().map(Many::line).toList();
    each.stream().limit(MOST_SHOWN).forEach(shell.err()::println);
    if (each.size() > MOST_SHOWN) {
      shell.err().println("and " + (each.size() - MOST_SHOWN) + " more");
    }
    if (!shell.agrees(order + " " + meant)) {
      throw new CommandException(
          Problem.wrong(
              kind.word() + " " + order,
              "the query means " + meant + ", and nobody said yes",
              "say so with --yes, or look at them with --dry-run"));
    }
  }

  private String counted(int number) {
    return number + " " + (number == 1 ? kind.word() : kind.plural());
  }

  private List<String> lines(JsonNode items) {
    if (items.isEmpty()) {
      return List.of("the query finds no " + kind.plural() + ": nothing was done");
    }
    List<String> lines = new ArrayList<>(items.valueStream().map(Many::line).toList());
    long done = items.valueStream().filter(one -> one.path("done").asBoolean(false)).count();
    lines.add(
        !dryRun
            ? done + " of " + items.size() + " done"
            : counted(items.size()) + (items.size() == 1 ? " is meant" : " are meant"));
    return lines;
  }

  private static String line(JsonNode one) {
    String problem = one.path("problem").asString("");
    String became = one.path("newId").asString(one.path("state").asString(""));
    String said = (problem.isEmpty() ? became : problem) + "  " + one.path("name").asString("");
    return PlainText.line(one.path("id").asString("") + "  " + said.strip());
  }
}
