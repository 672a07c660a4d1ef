package dev.broadside.core.threshold;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.threshold.Threshold.Among;
import dev.broadside.core.threshold.Threshold.Sign;
import dev.broadside.core.threshold.Threshold.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads thresholds:
///
/// ```
/// FIGURE [ "(" PART ")" ] ( "<" | "<=" | ">" | ">=" ) NUMBER [ UNIT ]
///     [ "for" TIME | "in" NUMBER "of" NUMBER "intervals" ] [ "abort" [ "after" TIME ] ]
/// ```
public final class ThresholdText {
  /// The most thresholds of a job.
  public static final int MOST = 50;

  private static final String WHERE = "threshold";
  private static final String FORM =
      "write it as p99(OPERATION) < 20ms for 30s abort after 10s, or p99 < 20ms in 9 of 10"
          + " intervals";
  private static final int SHOWN = 80;

  private static final Pattern SUBJECT =
      Pattern.compile("([a-z][A-Za-z0-9._@-]{0,79})\\s*(?:\\(\\s*([^()<>=,;]{1,100}?)\\s*\\))?");
  private static final Pattern WHOLE = Pattern.compile("([^<>=]*)(<=|>=|<|>)(?!=)(.*)");
  private static final Pattern LIMIT =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*(%|[^\\s\\d%]\\S{0,39})?(?:\\s+(.*))?");
  private static final Pattern TAIL =
      Pattern.compile(
          "(?:for\\s+(?<span>\\S+)"
              + "|in\\s+(?<least>\\d{1,4})\\s+of\\s+(?<of>\\d{1,4})(?:\\s+intervals)?)?"
              + "\\s*(?:(?<abort>abort)(?:\\s+after\\s+(?<grace>\\S+))?)?");

  private ThresholdText() {}

  /// Reads several, separated by commas or semicolons.
  public static Parsed<List<Threshold>> readAll(String text) {
    List<Threshold> all = new ArrayList<>();
    for (String one : text.split("[,;]")) {
      if (!one.isBlank()) {
        switch (read(one)) {
          case Parsed.Value<Threshold>(Threshold threshold) -> all.add(threshold);
          case Parsed.Wrong<Threshold>(Problem problem) -> {
            return new Parsed.Wrong<>(problem);
          }
        }
      }
    }
    return all.size() <= MOST
        ? new Parsed.Value<>(all.stream().distinct().toList())
        : wrong("there are more than " + MOST + " of them", "keep the most important ones");
  }

  /// Reads one.
  public static Parsed<Threshold> read(String text) {
    return read(text, FORM);
  }

  /// Reads one.
  ///
  /// @param form how a threshold is written, for the error message
  public static Parsed<Threshold> read(String text, String form) {
    String line = text.strip().replaceAll("\\s+", " ");
    Matcher whole = WHOLE.matcher(line);
    if (!whole.matches()) {
      return wrong(shown(line) + " compares nothing", form);
    }
    Matcher subject = SUBJECT.matcher(whole.group(1).strip());
    if (!subject.matches()) {
      return wrong(shown(line) + " does not begin with a figure", form);
    }
    Matcher limit = LIMIT.matcher(whole.group(3).strip());
    if (!limit.matches()) {
      return wrong(shown(line) + " has no number as its limit", form);
    }
    String unit = Optional.ofNullable(limit.group(2)).orElse("");
    String rest = Optional.ofNullable(limit.group(3)).orElse("").strip();
    boolean word = List.of("for", "in", "abort").contains(unit);
    Matcher tail = TAIL.matcher(word ? (unit + " " + rest).strip() : rest);
    if (!tail.matches()) {
      return wrong(shown(line) + " must go on with for, in or abort", form);
    }
    Optional<Among> among = among(tail);
    if (among.isEmpty() && tail.group("of") != null) {
      return wrong(
          shown(line) + " asks for intervals that there cannot be",
          "ask for 1 or more in at least as many, at least 2 and at most "
              + Threshold.MOST_INTERVALS);
    }
    return timed(
        line,
        new Threshold(
            subject.group(1),
            Optional.ofNullable(subject.group(2)),
            Sign.of(whole.group(2)),
            Double.parseDouble(limit.group(1)),
            Unit.of(word ? "" : unit),
            Optional.empty(),
            among,
            tail.group("abort") == null ? Optional.empty() : Optional.of(Duration.ZERO)),
        Optional.ofNullable(tail.group("span")),
        Optional.ofNullable(tail.group("grace")));
  }

  private static Optional<Among> among(Matcher tail) {
    if (!(tail.group("least") instanceof String least)
        || !(tail.group("of") instanceof String of)) {
      return Optional.empty();
    }
    int some = Integer.parseInt(least);
    int all = Integer.parseInt(of);
    return Among.possible(some, all) ? Optional.of(new Among(some, all)) : Optional.empty();
  }

  private static Parsed<Threshold> timed(
      String line, Threshold plain, Optional<String> window, Optional<String> grace) {
    Optional<Duration> span = window.flatMap(ThresholdText::span);
    Optional<Duration> after = grace.flatMap(ThresholdText::span);
    if (span.isPresent() != window.isPresent() || after.isPresent() != grace.isPresent()) {
      return wrong(
          shown(line) + " has a time that cannot be read", "write times such as 30s, 5m or 1h30m");
    }
    return checked(
        line,
        new Threshold(
            plain.figure(),
            plain.part(),
            plain.sign(),
            plain.limit(),
            plain.unit(),
            span,
            plain.among(),
            after.or(plain::abortAfter)));
  }

  private static Optional<Duration> span(String text) {
    return Spans.parse(text)
        .filter(span -> span.isPositive() && span.compareTo(Bounds.LONGEST) <= 0);
  }

  /// Checks what does not depend on the job class.
  private static Parsed<Threshold> checked(String line, Threshold threshold) {
    Optional<Measure> known = Measure.of(threshold.figure());
    Optional<String> figureUnit = known.map(Measure::unit);
    if (figureUnit.filter(unit -> !threshold.unit().fits(unit)).isPresent()) {
      String unit = figureUnit.get().isEmpty() ? "has no unit" : "is in " + figureUnit.get();
      return wrong(
          "in " + shown(line) + " the limit is in " + threshold.unit().text(),
          threshold.figure() + " " + unit);
    }
    if (threshold.part().isPresent() && known.filter(Measure::parts).isEmpty()) {
      return wrong(
          shown(line) + " asks for " + threshold.figure() + " of a part of the transactions",
          "each part has "
              + Measure.names().stream()
                  .filter(one -> Measure.of(one).filter(Measure::parts).isPresent())
                  .collect(Collectors.joining(", "))
              + " and other percentiles");
    }
    return new Parsed.Value<>(threshold);
  }

  static <T> Parsed<T> wrong(String what, String mend) {
    return new Parsed.Wrong<>(Problem.wrong(WHERE, what, mend));
  }

  static String shown(String text) {
    return '"' + PlainText.line(text, SHOWN) + '"';
  }
}
