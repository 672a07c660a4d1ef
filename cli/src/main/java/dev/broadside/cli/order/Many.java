package dev.broadside.cli.order;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.WorkKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// The options of an order to many of a kind, and how it is given.
public final class Many {
  /// So many are shown before they are asked about.
  private static final int MOST_SHOWN = 20;

  private final WorkKind kind;

  @Option(
      names = "--query",
      paramLabel = "QUERY",
      description = "All that this means, as the command 'list' takes it; at most 1,000.")
  private Optional<String> query = Optional.empty();

  @Option(names = "--yes", description = "Do not ask whether those of a query are meant.")
  private boolean yes;

  @Option(names = "--dry-run", description = "Tell which are meant, and do nothing.")
  private boolean dryRun;

  public Many(WorkKind kind) {
    this.kind = kind;
  }

  /// Whether only one is meant, to which a route of its own leads.
  public boolean one(List<String> ids) {
    return ids.size() == 1 && query.isEmpty() && !dryRun;
  }

  public boolean byQuery() {
    return query.isPresent();
  }

  /// Gives an order.
  ///
  /// @param ids of them, where no query is given
  /// @param more what else stands in it
  /// @return the exit status: 1 where something was not done
  public int give(
      ServerClient client,
      Shell shell,
      String order,
      List<String> ids,
      Map<String, Object> more,
      boolean json)
      throws CommandException, InterruptedException {
    if (ids.isEmpty() == query.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              kind.word() + " " + order,
              ids.isEmpty() ? "nothing says which ones" : "ids and --query do not go together",
              "give one or more ids, or --query"));
    }
    Map<String, Object> body = new LinkedHashMap<>(more);
    body.put("order", order);
    query.ifPresentOrElse(text -> body.put("query", text), () -> body.put("ids", ids));
    boolean asks = query.isPresent() && !yes && !dryRun;
    body.put("dryRun", dryRun || asks);
    JsonNode answer = post(client, body);
    if (asks && !answer.path("items").isEmpty()) {
      confirm(shell, order, answer.path("items"));
      // By the time of a yes the query may mean others: the order goes to those that were shown.
      body.remove("query");
      body.put("ids", ids(answer.path("items")));
      body.put("dryRun", false);
      answer = post(client, body);
    }
    return told(shell, json, answer);
  }

  private static List<String> ids(JsonNode items) {
    return items.valueStream().map(one -> one.path("id").asString("")).toList();
  }

  private int told(Shell shell, boolean json, JsonNode answer) {
    JsonNode items = answer.path("items");
    shell.print(json, answer, () -> lines(items));
    boolean all = items.valueStream().allMatch(one -> one.path("done").asBoolean(false));
    return dryRun || all ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  /// Sends it, and tells problems of where they were said.
  private JsonNode post(ServerClient client, Map<String, Object> body)
      throws CommandException, InterruptedException {
    try {
      return client.post("/" + kind.plural() + "/orders", body);
    } catch (CommandException e) {
      throw e.told(e.problems().stream().map(Many::said).toList());
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
