package dev.broadside.sql.file;

import dev.broadside.sql.file.YamlClass.CheckPlan;
import dev.broadside.sql.file.YamlClass.Expected;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Scope;
import dev.broadside.sql.value.ValueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads the checks after a run. Beside constants, checks can use what the agents counted:
/// `transactions.ok`, `STATEMENT.uncertain` and so on.
final class CheckReader {
  /// The counts of each operation and of all transactions, as they follow its name.
  static final List<String> COUNTS = List.of("ok", "failed", "uncertain", "rolled_back");

  private static final Expression NONE = _ -> ValueKind.NULL;

  private final FileReading reading;
  private final Scope scope;
  private final List<String> statements;
  private final Map<String, Integer> counts = new TreeMap<>();

  CheckReader(FileReading reading, Scope scope, List<String> statements) {
    this.reading = reading;
    this.scope = scope;
    this.statements = statements;
    for (String count : COUNTS) {
      declare("transactions." + count);
      statements.forEach(name -> declare(name + "." + count));
    }
  }

  private void declare(String name) {
    counts.put(name, scope.declare(name));
  }

  /// The slots of the counts, by name.
  Map<String, Integer> counts() {
    return counts;
  }

  List<CheckPlan> read(Map<String, YamlNode> checks) {
    List<CheckPlan> plans = new ArrayList<>();
    checks.forEach((name, node) -> plans.add(read(name, node)));
    return plans;
  }

  private CheckPlan read(String name, YamlNode node) {
    SqlVariants query = reading.sql(node.get("query").orElseThrow(), scope);
    boolean decides = FileReading.flag(node.get("decides"), true);
    List<YamlNode> texts = new ArrayList<>();
    for (String key : List.of("equals", "within", "between")) {
      texts.addAll(FileReading.oneOrMany(node.get(key)));
    }
    boolean counted = texts.stream().anyMatch(text -> text.text().contains("."));
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

  private List<Integer> operations(Optional<YamlNode> names) {
    return FileReading.oneOrMany(names).stream()
        .map(name -> reading.named(name, statements, "statement"))
        .toList();
  }
}
