package dev.broadside.core.figures;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A figure that every run has, by the name under which people ask for it.
///
/// @param id its name
/// @param alias another name that it goes by; the same where there is none
/// @param unit what it is counted in: `/s`, `%`, `ms`, or nothing
/// @param ofParts whether each operation has one, too
/// @param limited what a load generator that was the limit may have done to it
public record RunFigure(String id, String alias, String unit, boolean ofParts, Limited limited) {
  /// What a load generator that is the limit may do to a figure: it asks less of the target than it
  /// should, and it is late itself.
  public enum Limited {
    /// It can only lower it.
    LOWERED,
    /// It can only raise it.
    RAISED,
    /// It may do either, but does not make any of nothing.
    UNLESS_NONE,
    /// It may do either.
    SPOILT,
    /// It does nothing to it.
    UNTOUCHED;

    /// Whether a threshold that holds would hold without the limit, too.
    ///
    /// @param upwards whether the threshold is a lower bound
    public boolean leavesHolding(boolean upwards, double value) {
      return switch (this) {
        case LOWERED -> upwards;
        case RAISED -> !upwards;
        case UNLESS_NONE -> !upwards && value == 0;
        case SPOILT -> false;
        case UNTOUCHED -> true;
      };
    }
  }

  public static final String THROUGHPUT = "throughput";
  public static final String GOODPUT = "goodput";
  public static final String ATTEMPTS = "attempts";
  public static final String ERRORS = "errors";
  public static final String RETRIES = "retries";
  public static final String DROPPED = "dropped";
  public static final String IN_FLIGHT = "in-flight";
  public static final String CONNECTIONS = "connections";
  public static final String MEAN = "mean";
  public static final String MAX = "max";

  private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");

  private static final List<RunFigure> ALL =
      List.of(
          new RunFigure(THROUGHPUT, "rate", "/s", true, Limited.LOWERED),
          new RunFigure(GOODPUT, GOODPUT, "/s", true, Limited.LOWERED),
          new RunFigure(ATTEMPTS, ATTEMPTS, "/s", true, Limited.LOWERED),
          new RunFigure(ERRORS, "error_rate", "%", true, Limited.UNLESS_NONE),
          new RunFigure(RETRIES, "retry_rate", "%", false, Limited.UNLESS_NONE),
          new RunFigure(DROPPED, "drop_rate", "%", false, Limited.RAISED),
          new RunFigure(IN_FLIGHT, "in_flight", "", false, Limited.SPOILT),
          new RunFigure(CONNECTIONS, "threads", "", false, Limited.UNTOUCHED),
          new RunFigure(MEAN, "avg", "ms", true, Limited.SPOILT),
          new RunFigure(MAX, MAX, "ms", true, Limited.SPOILT));

  /// All names, for people; percentiles by two that stand for all.
  public static List<String> names() {
    return Stream.concat(ALL.stream().map(RunFigure::id), Stream.of("p50", "p99.9")).toList();
  }

  /// The one of a name; empty where no run has it.
  public static Optional<RunFigure> of(String name) {
    return ALL.stream()
        .filter(one -> one.id.equals(name) || one.alias.equals(name))
        .findFirst()
        .or(() -> percent(name).map(_ -> new RunFigure(name, name, "ms", true, Limited.SPOILT)));
  }

  /// Which percentile a name means: 99.9 for `p99.9`; empty where it means none.
  static Optional<Double> percent(String name) {
    Matcher percentile = PERCENTILE.matcher(name);
    return percentile.matches()
        ? Optional.of(Double.parseDouble(percentile.group(1))).filter(percent -> percent > 0)
        : Optional.empty();
  }
}
