package dev.broadside.core.param;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One declared input of a job class: its name, its help, its default and what it accepts.
///
/// A declaration is made once, and feeds the form on the page, the options of the command line, the
/// YAML file and the documentation. Names are written as on the command line: `table-size`. A
/// parameter without a default is required.
///
/// ```java
/// static final Parameter<Long> SCALE = Parameter.whole("scale", "Scale factor").between(1, 10_000).preset(1L);
/// ```
///
/// @param <T> the Java type of a value
public sealed interface Parameter<T> {

  /// Name as on the command line, without the leading dashes: `[a-z][a-z0-9-]*`.
  String name();

  /// One sentence for the user.
  String help();

  /// The value used if the user gives none; empty if the user has to give one.
  Optional<T> preset();

  /// Reads what a user wrote.
  Parsed<T> parse(String text);

  /// Reads what a user wrote, with patterns matched by the given matcher.
  default Parsed<T> parse(String text, PatternMatcher matcher) {
    return parse(text);
  }

  /// Writes a value the way [#parse(String)] reads it.
  String format(T value);

  /// Free text of bounded length, optionally held to a pattern.
  static Text text(String name, String help) {
    return new Text(name, help, Optional.empty(), 1_000, "", "any text", false);
  }

  static Whole whole(String name, String help) {
    return new Whole(name, help, Optional.empty(), 0, Long.MAX_VALUE);
  }

  static Decimal decimal(String name, String help) {
    return new Decimal(name, help, Optional.empty(), 0, Double.MAX_VALUE);
  }

  /// True or false.
  static Flag flag(String name, String help) {
    return new Flag(name, help, Optional.of(false));
  }

  /// One of several words: those that are given here, and each further [Choice#option].
  static Choice choice(String name, String help, Option... options) {
    return new Choice(name, help, Optional.empty(), List.of(options));
  }

  /// A length of time, written as `250ms`, `30s`, `5m`, `2h` or `1d`.
  static Span span(String name, String help) {
    return new Span(name, help, Optional.empty(), Duration.ZERO, Duration.ofDays(366));
  }

  /// A text that is never shown, logged or exported.
  static Hidden secret(String name, String help) {
    return new Hidden(name, help, Optional.of(new Secret("")));
  }

  /// One word of a [Choice].
  ///
  /// @param value the word
  /// @param help what it means
  record Option(String value, String help) {}

  /// Free text.
  ///
  /// @param pattern a regular expression for the whole text; empty accepts everything. Servers
  ///   accept what RE2 accepts, which never backtracks, and one negative look-ahead at the
  ///   beginning
  /// @param shape the pattern said in words, for the sentence that refuses a text
  /// @param files whether users name files, as in [#ofFiles]
  record Text(
      String name,
      String help,
      Optional<String> preset,
      int maxLength,
      String pattern,
      String shape,
      boolean files)
      implements Parameter<String> {
    public Text {
      check(name);
    }

    public Text preset(String value) {
      return new Text(name, help, Optional.of(value), maxLength, pattern, shape, files);
    }

    public Text atMost(int characters) {
      return new Text(name, help, preset, characters, pattern, shape, files);
    }

    public Text matching(String regex, String shapeInWords) {
      return new Text(name, help, preset, maxLength, regex, shapeInWords, files);
    }

    /// On the command line users name files, between commas, each optionally followed by `@` and a
    /// word; the value is their texts, each after a line `\file NAME`, with that word.
    public Text ofFiles() {
      return new Text(name, help, preset, maxLength, pattern, shape, true);
    }

    @Override
    public Parsed<String> parse(String text) {
      return parse(text, PatternMatcher.JDK);
    }

    @Override
    public Parsed<String> parse(String text, PatternMatcher matcher) {
      if (text.length() > maxLength) {
        return wrong(this, text.length() + " characters are too many", "give at most " + maxLength);
      }
      if (text.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\t')) {
        return wrong(this, "the text holds control characters", "leave them out");
      }
      if (!pattern.isEmpty() && !matcher.matches(pattern, text)) {
        // Without the text: a pattern may keep a secret out of places that show values.
        return wrong(this, "its value is not accepted", "give " + shape);
      }
      return new Parsed.Value<>(text);
    }

    @Override
    public String format(String value) {
      return value;
    }
  }

  /// A whole number from `minimum` to `maximum`, both allowed.
  record Whole(String name, String help, Optional<Long> preset, long minimum, long maximum)
      implements Parameter<Long> {
    public Whole {
      check(name);
    }

    public Whole preset(long value) {
      return new Whole(name, help, Optional.of(value), minimum, maximum);
    }

    public Whole between(long lowest, long highest) {
      return new Whole(name, help, preset, lowest, highest);
    }

    @Override
    public Parsed<Long> parse(String text) {
      String range = "give a whole number from " + minimum + " to " + maximum;
      try {
        long value = Long.parseLong(text.strip().replace("_", ""));
        return value < minimum || value > maximum
            ? wrong(this, value + " is out of range", range)
            : new Parsed.Value<>(value);
      } catch (NumberFormatException _) {
        return wrong(this, quote(text) + " is not a whole number", range);
      }
    }

    @Override
    public String format(Long value) {
      return Long.toString(value);
    }
  }

  /// A decimal number from `minimum` to `maximum`, both allowed.
  record Decimal(String name, String help, Optional<Double> preset, double minimum, double maximum)
      implements Parameter<Double> {
    public Decimal {
      check(name);
    }

    public Decimal preset(double value) {
      return new Decimal(name, help, Optional.of(value), minimum, maximum);
    }

    public Decimal between(double lowest, double highest) {
      return new Decimal(name, help, preset, lowest, highest);
    }

    @Override
    public Parsed<Double> parse(String text) {
      String range = "give a number from " + plain(minimum) + " to " + plain(maximum);
      try {
        double value = Double.parseDouble(text.strip());
        return value >= minimum && value <= maximum
            ? new Parsed.Value<>(value)
            : wrong(this, text.strip() + " is out of range", range);
      } catch (NumberFormatException _) {
        return wrong(this, quote(text) + " is not a number", range);
      }
    }

    @Override
    public String format(Double value) {
      return plain(value);
    }

    private static String plain(double value) {
      return value == Double.MAX_VALUE
          ? "any height"
          : new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
  }

  /// True or false; read from `true`, `false`, `on`, `off`, `yes`, `no`.
  record Flag(String name, String help, Optional<Boolean> preset) implements Parameter<Boolean> {
    public Flag {
      check(name);
    }

    public Flag preset(boolean value) {
      return new Flag(name, help, Optional.of(value));
    }

    @Override
    public Parsed<Boolean> parse(String text) {
      return switch (text.strip()) {
        case "true", "on", "yes" -> new Parsed.Value<>(true);
        case "false", "off", "no" -> new Parsed.Value<>(false);
        default -> wrong(this, quote(text) + " is neither on nor off", "give true or false");
      };
    }

    @Override
    public String format(Boolean value) {
      return Boolean.toString(value);
    }
  }

  /// One of several words.
  record Choice(String name, String help, Optional<String> preset, List<Option> options)
      implements Parameter<String> {
    public Choice {
      check(name);
      options = List.copyOf(options);
    }

    public Choice preset(String value) {
      return new Choice(name, help, Optional.of(value), options);
    }

    /// One more word that may be chosen.
    ///
    /// @param optionHelp what it means
    public Choice option(String value, String optionHelp) {
      Stream<Option> more = Stream.of(new Option(value, optionHelp));
      return new Choice(name, help, preset, Stream.concat(options.stream(), more).toList());
    }

    @Override
    public Parsed<String> parse(String text) {
      String word = text.strip();
      if (options.stream().anyMatch(option -> option.value().equals(word))) {
        return new Parsed.Value<>(word);
      }
      List<String> words = options.stream().map(Option::value).toList();
      String otherwise = "give one of " + String.join(", ", words);
      return wrong(
          this,
          quote(text) + " is not among the choices",
          Suggestions.mend(word, words, otherwise));
    }

    @Override
    public String format(String value) {
      return value;
    }
  }

  /// A length of time between two bounds, both allowed.
  record Span(
      String name, String help, Optional<Duration> preset, Duration minimum, Duration maximum)
      implements Parameter<Duration> {
    public Span {
      check(name);
    }

    public Span preset(Duration value) {
      return new Span(name, help, Optional.of(value), minimum, maximum);
    }

    public Span between(Duration shortest, Duration longest) {
      return new Span(name, help, preset, shortest, longest);
    }

    @Override
    public Parsed<Duration> parse(String text) {
      String range = "give a time from " + Spans.format(minimum) + " to " + Spans.format(maximum);
      Optional<Duration> value = Spans.parse(text);
      if (value.isEmpty()) {
        return wrong(
            this, quote(text) + " is not a length of time such as 250ms, 30s, 5m or 2h", range);
      }
      return value.get().compareTo(minimum) < 0 || value.get().compareTo(maximum) > 0
          ? wrong(this, text.strip() + " is out of range", range)
          : new Parsed.Value<>(value.get());
    }

    @Override
    public String format(Duration value) {
      return Spans.format(value);
    }
  }

  /// A secret. Its default, the empty text, stands for "none".
  record Hidden(String name, String help, Optional<Secret> preset) implements Parameter<Secret> {
    public Hidden {
      check(name);
    }

    @Override
    public Parsed<Secret> parse(String text) {
      return text.length() > 1_000
          ? wrong(this, "the secret is too long", "give at most 1000 characters")
          : new Parsed.Value<>(new Secret(text));
    }

    /// The secret itself, since a plan has to carry it. Code that shows values uses
    /// [ParameterValues#shown()].
    @Override
    public String format(Secret value) {
      return value.reveal();
    }
  }

  private static void check(String name) {
    if (!name.matches("[a-z][a-z0-9-]{0,63}")) {
      throw new IllegalArgumentException(
          "parameter name " + quote(name) + " is not lower-case letters, digits and dashes");
    }
  }

  private static <T> Parsed<T> wrong(Parameter<T> parameter, String what, String mend) {
    return new Parsed.Wrong<>(Problem.wrong("parameter " + parameter.name(), what, mend));
  }

  /// Quotes what a user wrote, bounded and without control characters, since it may be hostile.
  private static String quote(String text) {
    return '"' + PlainText.line(text, 83) + '"';
  }
}
