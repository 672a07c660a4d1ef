package dev.broadside.core.input;

import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.input.JobField.Rule;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.param.Suggestions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Reads the fields of one JSON object, and collects what is wrong with them instead of stopping at
/// the first. Problems name their place as a JSON pointer (RFC 6901). For one thread.
public final class JsonFields {
  private static final int MAX_SHOWN = 63;

  private final JsonNode object;
  private final String pointer;
  private final List<Problem> problems;

  /// @param pointer to the object: empty, or `/phases/0`
  /// @param problems where they are collected
  public JsonFields(JsonNode object, String pointer, List<Problem> problems) {
    this.object = object;
    this.pointer = pointer;
    this.problems = problems;
  }

  /// The fields of an object within; a field that is missing is an object without fields.
  public JsonFields within(String name) {
    return new JsonFields(object.path(name), pointer(name), problems);
  }

  /// The place of a field, whose name may be a path such as `agents.count`.
  private String pointer(String path) {
    return pointer + "/" + path.replace('.', '/');
  }

  /// Complains once of what is wrong, however often it is asked for.
  public void wrong(String path, String what, String mend) {
    Problem problem = Problem.wrong(pointer(path), what, mend);
    if (!problems.contains(problem)) {
      problems.add(problem);
    }
  }

  /// Whether nothing wrong has been found yet.
  boolean sound() {
    return problems.isEmpty();
  }

  /// Complains about every field that is not among the known ones: it is probably a known one
  /// misspelt.
  public void onlyKnow(Collection<String> known) {
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        List<String> all = known.stream().sorted().distinct().toList();
        problems.add(
            Problem.wrong(
                pointer + "/" + escaped(shown(name)),
                "there is no such field",
                Suggestions.mend(name, List.copyOf(known), Suggestions.oneOf(all))));
      }
    }
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /// Complains where a field is missing.
  public void lacks(JobField<?> field, String mend) {
    if (node(field.path()).isEmpty()) {
      wrong(field.path(), "it is missing", mend);
    }
  }

  /// Complains where a field says something.
  public void excludes(JobField<?> field, String what, String mend) {
    Optional<JsonNode> node = node(field.path());
    if (node.isPresent() && !text(node.get(), isList(field)).equals(field.presetText())) {
      wrong(field.path(), what, mend);
    }
  }

  /// What stands at a path such as `agents.count`.
  public Optional<JsonNode> node(String path) {
    JsonNode node = object;
    for (String name : path.split("\\.")) {
      node = node.path(name);
    }
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  /// The value of a declared field; empty where there is none or where it is wrong.
  public <T> Optional<T> given(JobField<T> field) {
    Optional<JsonNode> node = node(field.path());
    if (node.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> text = text(node.get(), isList(field));
    if (text.isEmpty()) {
      wrong(
          field.path(),
          shown(node.get()) + " is no single value",
          isList(field) ? "give one value, or a list of values" : "give the value");
      return Optional.empty();
    }
    return switch (field.read(text.get())) {
      case Parsed.Value<T>(T value) -> {
        boolean usual = field.preset().filter(value::equals).isPresent();
        field.rules().forEach(rule -> check(field, rule, usual));
        yield Optional.of(value);
      }
      case Parsed.Wrong<T>(Problem problem) -> {
        wrong(field.path(), problem.what(), problem.mend());
        yield Optional.empty();
      }
    };
  }

  private static boolean isList(JobField<?> field) {
    return field.form() == Form.LIST;
  }

  /// What a node says in one text; empty where it holds more than values.
  private static Optional<String> text(JsonNode node, boolean list) {
    if (list && node.isArray() && node.valueStream().allMatch(JsonNode::isValueNode)) {
      return Optional.of(
          node.valueStream().map(JsonNode::asString).collect(Collectors.joining(",")));
    }
    return node.isValueNode() ? Optional.of(node.asString()) : Optional.empty();
  }

  /// Holds a field that is no single value against its rules.
  void checkRules(JobField<?> field) {
    field.rules().forEach(rule -> check(field, rule, false));
  }

  /// A value that is the default anyway needs and excludes nothing, but the phases say everything.
  private void check(JobField<?> field, Rule rule, boolean usual) {
    boolean phases = rule.other().equals(LoadFields.PHASES.path());
    if (node(rule.other()).isPresent() != rule.needed() && (phases || !usual)) {
      wrong(field.path(), rule.what(), rule.mend());
    }
  }

  /// The value of a declared field, or its default where it is missing or wrong.
  public <T> T get(JobField<T> field) {
    return given(field).or(field::preset).orElseThrow();
  }

  /// A text without control characters.
  public Optional<String> text(String name, int longest) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    String text = node.get().isString() ? node.get().asString() : "\0";
    if (text.length() > longest || text.chars().anyMatch(Character::isISOControl)) {
      wrong(
          name,
          "it is no text, too long, or holds control characters",
          "give at most " + longest + " plain characters in quotes");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  /// A number that has to be there.
  double number(String name, double most) {
    double value = node(name).flatMap(JsonFields::readNumber).orElse(-1.0);
    if (value >= 0 && value <= most) {
      return value;
    }
    lacks(name, "a number from 0 to " + BigDecimal.valueOf(most).toPlainString());
    return 1;
  }

  /// A length of time that has to be there.
  Duration span(String name, Duration least, Duration most) {
    Optional<Duration> span =
        node(name)
            .flatMap(JsonFields::readSpan)
            .filter(one -> one.compareTo(least) >= 0 && one.compareTo(most) <= 0);
    if (span.isEmpty()) {
      lacks(name, "a time from " + Spans.format(least) + " to " + Spans.format(most));
    }
    return span.orElse(Duration.ofSeconds(1));
  }

  private void lacks(String name, String wanted) {
    wrong(
        name,
        node(name).map(node -> shown(node) + " cannot be used here").orElse("it is missing"),
        "give " + wanted);
  }

  /// A number, or a text that is one: YAML has no numbers of more digits than a double prints.
  static Optional<Double> readNumber(JsonNode node) {
    boolean text = node.isString() && node.asString().matches("\\d{1,18}(\\.\\d{1,30})?");
    return node.isNumber() || text
        ? Optional.of(Double.parseDouble(node.asString()))
        : Optional.empty();
  }

  static Optional<Duration> readSpan(JsonNode node) {
    return node.isString() || node.isIntegralNumber()
        ? Spans.parse(node.asString())
        : Optional.empty();
  }

  /// A problem of a parameter, told of a place in a document.
  ///
  /// @param place what stands before the name of the parameter
  public static Problem placed(String place, Problem problem) {
    String name = problem.where().replaceFirst("^parameter ", "").replace("\"", "");
    String mend = problem.mend().equals("give --" + name) ? "give it a value" : problem.mend();
    return new Problem(problem.kind(), place + name, problem.what(), mend);
  }

  /// What somebody wrote, bounded and without control characters.
  public static String shown(JsonNode node) {
    return shown(node.toString());
  }

  public static String shown(String text) {
    return PlainText.line(text, MAX_SHOWN);
  }
}
