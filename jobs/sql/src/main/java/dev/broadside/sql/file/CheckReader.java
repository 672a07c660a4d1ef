package dev.broadside.sql.file;

import dev.broadside.core.work.Figure;
import dev.broadside.sql.file.YamlClass.CheckPlan;
import dev.broadside.sql.file.YamlClass.ChecksPlan;
import dev.broadside.sql.file.YamlClass.Expected;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.plan.StatementPlan;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Scope;
import dev.broadside.sql.value.ValueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Reads the checks after a run. Beside constants, checks can use what the agents counted:
/// `transactions.ok`, `STATEMENT.uncertain` and so on, the sums and counts of figures by their
/// names, and `transactions.NAME`, how many transactions of a kind took effect.
final class CheckReader {
  /// The counts of each operation and of all transactions, as they follow its name.
  static final List<String> COUNTS = List.of("ok", "failed", "uncertain", "rolled_back");

  /// Begins the id of the figure that counts the transactions of a kind that took effect.
  private static final String DONE = "done.";

  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*+(?:\\.\\w++)*+");

  private static final Expression NONE = _ -> ValueKind.NULL;

  private final FileReading reading;
  private final Scope scope;
  private final List<StatementPlan> statements;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, String> figures = new TreeMap<>();

  /// @param sums the ids of the file's figures that add up
  CheckReader(
      FileReading reading,
      Scope scope,
      List<StatementPlan> statements,
      List<String> sums,
      List<String> transactions) {
    this.reading = reading;
    this.scope = scope;
    this.statements = statements;
    for (String count : COUNTS) {
      declare("transactions." + count);
      statements.forEach(one -> declare(one.name() + "." + count));
    }
    sums.forEach(id -> declare(id, id));
    transactions.forEach(name -> declare("transactions." + name, DONE + name));
  }

  private void declare(String name) {
    counts.put(name, scope.declare(name));
  }

  /// A name that stands for something else already is not that of a figure.
  private void declare(String title, String figure) {
    String name = title.replace('-', '_');
    if (!scope.known().contains(name)) {
      declare(name);
      figures.put(name, figure);
    }
  }

  ChecksPlan read(Map<String, YamlNode> checks) {
    List<CheckPlan> plans = new ArrayList<>();
    checks.forEach((name, node) -> plans.add(read(name, node)));
    return new ChecksPlan(plans, counts, figures);
  }

  /// The figures that the file does not declare and its checks ask for.
  static List<Figure> asked(ChecksPlan checks) {
    return checks.plans().stream()
        .flatMap(check -> check.counted().stream())
        .map(name -> checks.figures().getOrDefault(name, ""))
        .filter(id -> id.startsWith(DONE))
        .distinct()
        .map(id ->
            Figure.count(id, "transactions", "Done: " + id.substring(DONE.length()))
                .in("Transactions")
                .help("those that took effect"))
        .toList();
  }

  /// The id of the figure that counts the transactions of a kind that took effect.
  static String done(String transaction) {
    return DONE + transaction;
  }

  private CheckPlan read(String name, YamlNode node) {
    SqlVariants query = reading.sql(node.get("query").orElseThrow(), scope);
    boolean decides = FileReading.flag(node.get("decides"), true);
    List<YamlNode> texts = new ArrayList<>();
    for (String key : List.of("equals", "within", "between")) {
      texts.addAll(FileReading.oneOrMany(node.get(key)));
    }
    Set<String> counted = new TreeSet<>();
    for (YamlNode text : texts) {
      NAME.matcher(text.text()).results().map(MatchResult::group).forEach(counted::add);
    }
    counted.retainAll(counts.keySet());
    counts.forEach((count, slot) -> {
      if (query.byEngine().values().stream().anyMatch(one -> one.values().contains(slot))) {
        counted.add(count);
      }
    });
    return new CheckPlan(name, query, expected(node), counted, decides);
  }

  private Expected expected(YamlNode node) {
    Optional<YamlNode> equal = node.get("equals");
    Optional<YamlNode> between = node.get("between");
    Optional<YamlNode> balance = node.get("balance");
    if (equal.stream().count() + between.stream().count() + balance.stream().count() != 1) {
      reading.refuse(
          node, "it does not say what is expected", "give one of equals, between and balance");
    }
    if (between.isPresent()) {
      return between(between.get());
    }
    if (balance.isPresent()) {
      return balance(balance.get());
    }
    return new Expected.Equal(expression(equal), expression(node.get("within")));
  }

  private Expression expression(Optional<YamlNode> node) {
    return node.map(one -> reading.expression(one, scope)).orElse(NONE);
  }

  private Expected between(YamlNode ends) {
    if (ends.items().size() != 2) {
      reading.refuse(ends, "it is not a range", "give [lowest, highest]");
      return new Expected.Between(NONE, NONE);
    }
    return new Expected.Between(
        reading.expression(ends.items().get(0), scope),
        reading.expression(ends.items().get(1), scope));
  }

  private Expected balance(YamlNode node) {
    return new Expected.Balance(
        expression(node.get("before")),
        operations(node.get("inserts")),
        operations(node.get("deletes")));
  }

  private List<Integer> operations(Optional<YamlNode> given) {
    List<String> names = statements.stream().map(StatementPlan::name).toList();
    return FileReading.oneOrMany(given).stream()
        .map(name -> {
          int number = reading.named(name, names, "statement");
          if (!names.isEmpty() && statements.get(number).batch().isPresent()) {
            reading.refuse(
                name,
                name.text() + " writes batches, and is counted once for each",
                "add rows to a figure, and give equals: with the figure");
          }
          return number;
        })
        .toList();
  }
}
