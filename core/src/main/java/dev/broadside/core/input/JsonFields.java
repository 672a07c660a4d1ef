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
  /// @param problems takes what is wrong
  public JsonFields(JsonNode object, String pointer, List<Problem> problems) {
    this.object = object;
    this.pointer = pointer;
    this.problems = problems;
  }

  /// The fields of an inner object; a missing field counts as an object without fields.
  public JsonFields within(String name) {
    return new JsonFields(object.path(name), pointer(name), problems);
  }

  /// The place of a field, whose name may be a path such as `agents.count`; of the object itself if
  /// it is empty.
  private String pointer(String path) {
    return path.isEmpty() ? pointer : pointer + "/" + path.replace('.', '/');
  }

  /// Adds a problem, unless it has been added before.
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

  /// Adds a problem for each unknown field, which is probably a misspelt known one.
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

  /// Adds the problem that a field is missing.
  public void lacks(JobField<?> field, String mend) {
    if (node(field.path()).isEmpty()) {
      wrong(field.path(), "it is missing", mend);
    }
  }

  /// Adds a problem if a field is given.
  public void excludes(JobField<?> field, String what, String mend) {
    Optional<JsonNode> node = node(field.path());
    if (node.isPresent() && !text(node.get(), isList(field)).equals(field.presetText())) {
      wrong(field.path(), what, mend);
    }
  }

  /// The value at a path such as `agents.count`.
  public Optional<JsonNode> node(String path) {
    JsonNode node = object;
    for (String name : path.split("\\.")) {
      node = node.path(name);
    }
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  /// The value of a declared field; empty if it is missing or wrong.
  public <T> Optional<T> given(JobField<T> field) {
    Optional<JsonNode> node = node(field.path());
    if (node.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> text =
        field.form() == Form.OBJECTS && node.get().isContainer()
            ? Optional.of(node.get().toString())
            : text(node.get(), isList(field));
    if (text.isEmpty()) {
      wrong(
          field.path(),
          shown(node.get()) + " is not a single value",
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
        // A list of objects says at which of them the problem is.
        String within = problem.where().startsWith("/") ? problem.where() : "";
        wrong(field.path() + within, problem.what(), problem.mend());
        yield Optional.empty();
      }
    };
  }

  private static boolean isList(JobField<?> field) {
    return field.form() == Form.LIST;
  }

  /// A node as one text; empty if it holds more than plain values.
  private static Optional<String> text(JsonNode node, boolean list) {
    if (list && node.isArray() && node.valueStream().allMatch(JsonNode::isValueNode)) {
      return Optional.of(
          node.valueStream().map(JsonNode::asString).collect(Collectors.joining(",")));
    }
    return node.isValueNode() ? Optional.of(node.asString()) : Optional.empty();
  }

  /// Checks a field that is not a single value against its rules.
  void checkRules(JobField<?> field) {
    field.rules().forEach(rule -> check(field, rule, false));
  }

  /// A value that equals the default needs and excludes nothing. Phases are an exception: they
  /// replace other fields in any case.
  private void check(JobField<?> field, Rule rule, boolean usual) {
    boolean phases = rule.other().equals(LoadFields.PHASES.path());
    if (node(rule.other()).isPresent() != rule.needed() && (phases || !usual)) {
      wrong(field.path(), rule.what(), rule.mend());
    }
  }

  /// The value of a declared field, or its default if it is missing or wrong.
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
          "it is not a text, is too long, or holds control characters",
          "give at most " + longest + " plain characters in quotes");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  /// A required number.
  double number(String name, double most) {
    double value = node(name).flatMap(JsonFields::readNumber).orElse(-1.0);
    if (value >= 0 && value <= most) {
      return value;
    }
    lacks(name, "a number from 0 to " + BigDecimal.valueOf(most).toPlainString());
    return 1;
  }

  /// A required length of time.
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

  /// A number, or a text that is one: numbers in YAML have at most as many digits as a double
  /// prints.
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

  /// A problem of a parameter with its place in a document.
  ///
  /// @param place what stands before the name of the parameter
  public static Problem placed(String place, Problem problem) {
    String name = problem.where().replaceFirst("^parameter ", "").replace("\"", "");
    String mend = problem.mend().equals("give --" + name) ? "give it a value" : problem.mend();
    return new Problem(problem.kind(), place + name, problem.what(), mend);
  }

  /// A value from user input for a message, bounded and without control characters.
  public static String shown(JsonNode node) {
    return shown(node.toString());
  }

  public static String shown(String text) {
    return PlainText.line(text, MAX_SHOWN);
  }
}
