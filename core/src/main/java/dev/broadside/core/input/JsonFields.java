package dev.broadside.core.input;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads the fields of one JSON object, and collects what is wrong with them instead of stopping at
/// the first. For one thread.
public final class JsonFields {
  private static final int MAX_SHOWN = 63;

  private final JsonNode object;
  private final String prefix;
  private final List<Problem> problems;

  /// @param prefix put before each field's name in problems: empty, or `agents.`
  /// @param problems where they are collected
  public JsonFields(JsonNode object, String prefix, List<Problem> problems) {
    this.object = object;
    this.prefix = prefix;
    this.problems = problems;
  }

  /// The fields of an object within; a field that is missing is an object without fields.
  public JsonFields within(String name) {
    return new JsonFields(object.path(name), prefix + name + ".", problems);
  }

  public void wrong(String name, String what, String mend) {
    problems.add(Problem.wrong(prefix + name, what, mend));
  }

  /// Complains about every field that is not among the known ones: it is probably a known one
  /// misspelt.
  public void onlyKnow(Set<String> known) {
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        wrong(shown(name), "there is no such field", "use one of " + String.join(", ", known));
      }
    }
  }

  public Optional<JsonNode> node(String name) {
    JsonNode node = object.path(name);
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  public Optional<String> text(String name, int longest) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    if (!node.get().isString()) {
      wrong(name, "it is not a text", "put it in quotes");
      return Optional.empty();
    }
    String text = node.get().asString();
    if (text.length() > longest || text.chars().anyMatch(Character::isISOControl)) {
      wrong(
          name,
          "it is too long or holds control characters",
          "give at most " + longest + " plain characters");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  public long whole(String name, long preset, long least, long most) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty()) {
      return preset;
    }
    if (node.get().isIntegralNumber() && node.get().canConvertToLong()) {
      long value = node.get().asLong();
      if (value >= least && value <= most) {
        return value;
      }
    }
    wrong(
        name,
        shown(node.get()) + " is not a whole number from " + least + " to " + most,
        "give one that is");
    return preset;
  }

  /// Any whole number of 64 bits, as a number or as a text of its digits: browsers and many other
  /// programs round the numbers of JSON beyond 2^53.
  public long whole64(String name, long preset) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty() || !node.get().isString()) {
      return whole(name, preset, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    try {
      return Long.parseLong(node.get().asString());
    } catch (NumberFormatException _) {
      wrong(
          name,
          shown(node.get()) + " is not a whole number of 64 bits",
          "give one from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
      return preset;
    }
  }

  public double number(String name, double preset, double least, double most) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty()) {
      return preset;
    }
    double value = node.get().isNumber() ? node.get().asDouble() : Double.NaN;
    if (value >= least && value <= most) {
      return value;
    }
    wrong(
        name,
        shown(node.get()) + " is not a number from " + plain(least) + " to " + plain(most),
        "give one that is");
    return preset;
  }

  private static String plain(double value) {
    return new BigDecimal(value).stripTrailingZeros().toPlainString();
  }

  /// Complains where a field is missing.
  public void need(String name, String mend) {
    if (node(name).isEmpty()) {
      wrong(name, "it is missing", mend);
    }
  }

  public boolean flag(String name, boolean preset) {
    Optional<JsonNode> node = node(name);
    if (node.isPresent() && !node.get().isBoolean()) {
      wrong(name, shown(node.get()) + " is neither true nor false", "give true or false");
    }
    return node.filter(JsonNode::isBoolean).map(JsonNode::asBoolean).orElse(preset);
  }

  /// A length of time, such as `"30s"`; a number counts seconds.
  public Duration span(String name, Duration preset, Duration least, Duration most) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty()) {
      return preset;
    }
    Optional<Duration> span = readSpan(node.get());
    if (span.isPresent() && span.get().compareTo(least) >= 0 && span.get().compareTo(most) <= 0) {
      return span.get();
    }
    wrong(
        name,
        shown(node.get()) + " is not a length of time that can be used here",
        "give one from " + Spans.format(least) + " to " + Spans.format(most) + ", such as \"30s\"");
    return preset;
  }

  static Optional<Duration> readSpan(JsonNode node) {
    if (!node.isString() && !node.isIntegralNumber()) {
      return Optional.empty();
    }
    try {
      return Spans.parse(node.asString());
    } catch (ArithmeticException _) {
      return Optional.empty();
    }
  }

  public Optional<Instant> instant(String name) {
    Optional<JsonNode> node = node(name);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.parse(node.get().isString() ? node.get().asString() : ""));
    } catch (DateTimeParseException _) {
      wrong(name, shown(node.get()) + " is not an instant", "write it as 2026-01-31T18:00:00Z");
      return Optional.empty();
    }
  }

  public List<String> texts(String name) {
    Optional<JsonNode> node = node(name);
    List<String> texts = new ArrayList<>();
    if (node.isPresent()
        && (!node.get().isArray() || !node.get().valueStream().allMatch(JsonNode::isString))) {
      wrong(name, "it is not a list of texts", "write it as [\"one\", \"other\"]");
      return texts;
    }
    node.ifPresent(list -> list.forEach(text -> texts.add(text.asString())));
    return texts;
  }

  /// What somebody wrote, bounded and without control characters.
  public static String shown(JsonNode node) {
    return shown(node.toString());
  }

  public static String shown(String text) {
    return PlainText.line(text, MAX_SHOWN);
  }
}
