package dev.broadside.sql.file;

import dev.broadside.sql.plan.Action;
import dev.broadside.sql.plan.Actions;
import dev.broadside.sql.plan.FeedRows;
import dev.broadside.sql.plan.StatementPlan;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Makes actions from the steps of transactions. For one YAML job class.
final class StepReader {
  private static final int ROUNDS = 1_000;

  private final FileReading reading;
  private final Parts parts;
  private final Map<String, Integer> turns = new HashMap<>();
  private int buffers;
  private boolean rollsBack;
  private boolean commits;

  /// The parts of the file that steps may name.
  ///
  /// @param needs the names of values that each statement needs
  /// @param feeds their columns by name
  /// @param queues how many values a row of each has
  /// @param figures that steps add to; empty in the places of others
  /// @param committed those that a rollback takes back
  record Parts(
      List<String> statementNames,
      List<StatementPlan> statements,
      Map<String, List<String>> needs,
      Map<String, List<String>> sets,
      Map<String, List<String>> feeds,
      Map<String, Integer> queues,
      List<String> figures,
      List<String> committed) {}

  StepReader(FileReading reading, Parts parts) {
    this.reading = reading;
    this.parts = parts;
  }

  /// How many results have to be kept for loops.
  int buffers() {
    return buffers;
  }

  boolean rollsBack() {
    return rollsBack;
  }

  /// Whether a transaction commits before its end.
  boolean commits() {
    return commits;
  }

  /// @param steps a list of them, or one
  Action read(Optional<YamlNode> steps, Scope scope) {
    List<Action> actions = new ArrayList<>();
    for (YamlNode step : FileReading.oneOrMany(steps)) {
      actions.add(step.isScalar() ? word(step, scope) : step(step, scope));
    }
    return Actions.all(actions);
  }

  private Action word(YamlNode step, Scope scope) {
    return switch (step.text()) {
      case "rollback" -> {
        rollsBack = true;
        yield Actions.rollback();
      }
      case "commit" -> {
        commits = true;
        yield Actions.commit();
      }
      default -> Actions.execute(statement(step, scope));
    };
  }

  /// A statement that is executed here; what it sets is known from here on.
  private StatementPlan statement(YamlNode name, Scope scope) {
    List<String> words = new ArrayList<>(parts.statementNames());
    words.addAll(List.of("rollback", "commit"));
    int number = reading.named(name, words, "statement");
    if (number >= parts.statements().size()) {
      reading.refuse(name, name.text() + " is a step of its own", "write it as - " + name.text());
      number = 0;
    }
    StatementPlan statement = parts.statements().get(number);
    reading.used().add("statements " + statement.name());
    for (String need : parts.needs().getOrDefault(statement.name(), List.of())) {
      if (scope.find(need).isEmpty()) {
        reading.refuse(
            name,
            "statement " + statement.name() + " needs :" + need + ", which no step before sets",
            "set it in a step before this one");
      }
    }
    parts.sets().getOrDefault(statement.name(), List.of()).forEach(scope::declare);
    return statement;
  }

  private Action step(YamlNode step, Scope scope) {
    for (String kind : step.entries().keySet()) {
      YamlNode value = step.get(kind).orElseThrow();
      Optional<Action> action =
          switch (kind) {
            case "set" -> Optional.of(set(value, scope));
            case "run" -> Optional.of(Actions.execute(statement(value, scope)));
            case "if" -> Optional.of(when(step, value, scope));
            case "while" -> Optional.of(loop(step, value, scope));
            case "repeat" -> Optional.of(repeat(step, value, scope));
            case "each" -> Optional.of(each(step, value, scope));
            case "pause-after" -> Optional.of(Actions.pauseAfter(reading.expression(value, scope)));
            case "think" -> Optional.of(Actions.pause(reading.expression(value, scope)));
            case "add" -> Optional.of(add(value, scope));
            case "next" -> Optional.of(next(value, scope));
            case "take" -> Optional.of(take(step, value, scope));
            case "put" -> Optional.of(put(step, value, scope));
            case "count" -> Optional.of(count(step, value, scope));
            case "fail" -> Optional.of(Actions.fail(value.text()));
            default -> Optional.empty();
          };
      if (action.isPresent()) {
        return action.get();
      }
    }
    return Actions.all(List.of());
  }

  private Action set(YamlNode values, Scope scope) {
    List<Action> actions = new ArrayList<>();
    values
        .entries()
        .forEach((name, value) -> {
          if (scope.constant(name)) {
            reading.refuse(value, name + " is a parameter or a constant", "set another name");
          }
          Expression expression = reading.expression(value, scope);
          actions.add(Actions.set(scope.declare(name), expression));
        });
    return Actions.all(actions);
  }

  private Action when(YamlNode step, YamlNode condition, Scope scope) {
    Expression truth = reading.expression(condition, scope);
    if (step.get("then").isEmpty() && step.get("else").isEmpty()) {
      reading.refuse(step, "a condition decides nothing", "give then: and steps");
    }
    return Actions.when(truth, read(step.get("then"), scope), read(step.get("else"), scope));
  }

  private Action loop(YamlNode step, YamlNode condition, Scope scope) {
    Expression truth = reading.expression(condition, scope);
    int most = reading.number(step.get("at-most"), ROUNDS);
    return Actions.repeatWhile(truth, most, read(step.get("do"), scope));
  }

  private Action repeat(YamlNode step, YamlNode times, Scope scope) {
    Expression rounds = reading.expression(times, scope);
    int slot = scope.declare(step.text("as").orElse("round"));
    int most = reading.number(step.get("at-most"), ROUNDS);
    return Actions.repeat(rounds, most, slot, read(step.get("do"), scope));
  }

  private Action each(YamlNode step, YamlNode query, Scope scope) {
    StatementPlan statement = statement(query, scope);
    if (statement.form() != StatementPlan.Form.QUERY) {
      reading.refuse(query, statement.name() + " is not a query", "name a statement that selects");
    }
    int buffer = buffers++;
    return Actions.each(statement, buffer, read(step.get("do"), scope));
  }

  private Action add(YamlNode amounts, Scope scope) {
    List<Action> actions = new ArrayList<>();
    amounts
        .entries()
        .forEach((name, amount) -> {
          int figure = parts.figures().indexOf(name);
          reading.used().add("figures " + name);
          if (figure < 0) {
            List<String> known = parts.figures().stream().filter(one -> !one.isEmpty()).toList();
            reading.named(key(amounts, name), known, "figure without a query");
          }
          Expression value = reading.expression(amount, scope);
          actions.add(
              parts.committed().contains(name)
                  ? Actions.addIfCommitted(figure, value)
                  : Actions.add(Math.max(0, figure), value));
        });
    return Actions.all(actions);
  }

  private static YamlNode key(YamlNode map, String name) {
    return map.keys().stream().filter(key -> key.text().equals(name)).findFirst().orElse(map);
  }

  private Action next(YamlNode name, Scope scope) {
    List<String> names = List.copyOf(new TreeSet<>(parts.feeds().keySet()));
    int feed = reading.named(name, names, "feed");
    reading.used().add("feeds " + name.text());
    if (names.isEmpty()) {
      return Actions.all(List.of());
    }
    String known = names.get(feed);
    List<Integer> slots =
        parts.feeds().getOrDefault(known, List.of()).stream()
            .map(column -> scope.declare(known + "." + column))
            .toList();
    int part = scope.find(FeedRows.slot(known)).orElseThrow();
    int own = turns.computeIfAbsent(known, _ -> scope.keep(frame -> FeedRows.turns(frame, part)));
    return Actions.next(own, slots);
  }

  private Action take(YamlNode step, YamlNode name, Scope scope) {
    int queue = queue(name);
    List<YamlNode> into = step.get("into").map(YamlNode::items).orElse(List.of());
    requireWidth(name, into.size());
    return Actions.take(queue, into.stream().map(one -> scope.declare(one.text())).toList());
  }

  private Action put(YamlNode step, YamlNode name, Scope scope) {
    int queue = queue(name);
    List<YamlNode> values = step.get("values").map(YamlNode::items).orElse(List.of());
    requireWidth(name, values.size());
    return Actions.put(queue, values.stream().map(one -> reading.expression(one, scope)).toList());
  }

  private Action count(YamlNode step, YamlNode name, Scope scope) {
    return Actions.count(queue(name), scope.declare(step.text("into").orElseThrow()));
  }

  private int queue(YamlNode name) {
    reading.used().add("queues " + name.text());
    return reading.named(name, List.copyOf(new TreeSet<>(parts.queues().keySet())), "queue");
  }

  private void requireWidth(YamlNode name, int given) {
    int width = parts.queues().getOrDefault(name.text(), given);
    if (width != given) {
      reading.refuse(
          name,
          "a row of " + name.text() + " has " + width + " values, not " + given,
          "name as many as its columns");
    }
  }
}
