package dev.broadside.jobs.tool;

import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// One thing that is read in what a program writes, declared as a line `KIND NAME UNIT = REGEX`,
/// such as `rate queries = qps: (\S+)`. The unit may be left out.
///
/// @param name of the figure; empty if the line has no figure
/// @param pattern is found in a line, or in a record of several lines
record ToolReading(Kind kind, String name, String unit, Pattern pattern) {
  /// The figure that is the program's number of transactions, and counts as the job's.
  static final String TRANSACTIONS = "transactions";

  private static final String FIELD = "\"%s\"\\s*:\\s*\"?([^\",}\\]\\s]+)";

  private static final Pattern PARTED = Pattern.compile("\\R|\\s;;\\s");

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(seconds|from|to|last|fails)"
              + "|(rate|total|highest|mean|histogram) ([a-z][a-z0-9.]{0,59})(?: ([A-Za-z0-9/%._-]{1,20}))?)"
              + "\\s*=\\s*(\\S.*)");

  private static final String MEND =
      "write KIND NAME UNIT = REGEX, as in rate transactions = tps: (\\S+); a kind is seconds,"
          + " rate, total, highest, mean, histogram, from, to, last or fails";

  enum Kind {
    /// For how long the program has run.
    SECONDS(1),
    /// An amount per second, since the line before.
    RATE(1),
    /// An amount so far, or at the end: the product of the groups, added up over all matches.
    TOTAL(1),
    /// A reading that does not merge: the highest one of all agents and intervals is kept.
    HIGHEST(1),
    /// A reading of which the mean is kept.
    MEAN(1),
    /// How many, so far, took how long: two groups, a time and a count.
    HISTOGRAM(2),
    /// The first line of a record.
    FROM(0),
    /// The last line of a record.
    TO(0),
    /// A line without which the output is not whole.
    LAST(0),
    /// A line that says that the program has failed.
    FAILS(0);

    private final int groups;

    Kind(int groups) {
      this.groups = groups;
    }
  }

  /// Reads declarations, one a line or parted by ` ;; `.
  ///
  /// @param fields whether names of JSON fields stand for regular expressions
  static Parsed<List<ToolReading>> all(String declared, boolean fields) {
    List<ToolReading> readings = new ArrayList<>();
    for (String line : PARTED.splitAsStream(declared).map(String::strip).toList()) {
      if (line.isEmpty()) {
        continue;
      }
      switch (of(line, fields)) {
        case Parsed.Value<ToolReading>(ToolReading reading) -> readings.add(reading);
        case Parsed.Wrong<ToolReading>(Problem problem) -> {
          return new Parsed.Wrong<>(problem);
        }
      }
    }
    // A rate is for the time since the line before, so that is read first.
    readings.sort(Comparator.comparing(one -> one.kind != Kind.SECONDS));
    return new Parsed.Value<>(List.copyOf(readings));
  }

  private static Parsed<ToolReading> of(String line, boolean fields) {
    Matcher form = FORM.matcher(line);
    if (!form.matches()) {
      return wrong(line, "it is no declaration of a figure");
    }
    Optional<String> marker = Optional.ofNullable(form.group(1));
    String word = marker.orElseGet(() -> form.group(2));
    Kind kind = Kind.valueOf(word.toUpperCase(Locale.ROOT));
    String written = form.group(5);
    String regex = fields && kind.groups == 1 ? FIELD.formatted(Pattern.quote(written)) : written;
    try {
      Pattern pattern = Pattern.compile(regex);
      ToolReading reading =
          new ToolReading(
              kind,
              marker.isPresent() ? "" : form.group(3),
              Optional.ofNullable(form.group(4)).orElse(""),
              pattern);
      return reading.groups() < kind.groups
          ? wrong(line, "the regular expression has too few groups: it needs " + kind.groups)
          : kind == Kind.HISTOGRAM && nanos(reading.unit).isEmpty()
              ? wrong(line, "a histogram is of times: its unit is ns, us, ms or s")
              : new Parsed.Value<>(reading);
    } catch (PatternSyntaxException e) {
      return wrong(line, "the regular expression is wrong: " + e.getDescription());
    }
  }

  private static Parsed<ToolReading> wrong(String line, String what) {
    return new Parsed.Wrong<>(Problem.wrong("parameter figures, `" + line + "`", what, MEND));
  }

  private int groups() {
    return pattern.matcher("").groupCount();
  }

  boolean transactions() {
    return name.equals(TRANSACTIONS);
  }

  /// How many nanoseconds its unit has; empty if it is no unit of time.
  static Optional<Double> nanos(String unit) {
    return switch (unit) {
      case "ns" -> Optional.of(1.0);
      case "us" -> Optional.of(1e3);
      case "ms" -> Optional.of(1e6);
      case "s" -> Optional.of(1e9);
      default -> Optional.empty();
    };
  }

  /// The figure that it is shown as; empty if it only steers how the output is read.
  Optional<Figure> figure() {
    String id = "tool." + name;
    return switch (kind) {
      case RATE, TOTAL ->
          transactions()
              ? Optional.empty()
              : Optional.of(
                  shown(Figure.count(id, unit.isEmpty() ? name : unit, name))
                      .help("Counted by the program itself.")
                      .ofEveryAttempt());
      case HIGHEST ->
          Optional.of(
              shown(Figure.worst(id, unit, name + ", highest of an agent"))
                  .help("Each agent's program has its own, and they do not merge: the highest."));
      case MEAN ->
          Optional.of(
              shown(Figure.mean(id, unit, name + ", mean of the agents'"))
                  .help("Each agent's program has its own, and they do not merge: their mean."));
      case HISTOGRAM ->
          Optional.of(
              shown(Figure.duration(id, name))
                  .help("Merged from the histograms that the programs print.")
                  .ofEveryAttempt());
      case SECONDS, FROM, TO, LAST, FAILS -> Optional.empty();
    };
  }

  private static Figure shown(Figure figure) {
    return figure.in("The tool's own");
  }
}
