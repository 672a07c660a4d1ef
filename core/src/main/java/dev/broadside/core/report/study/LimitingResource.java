package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.report.study.StudyTable.Row;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What limits a system beyond some load, and how that shows in the numbers of two steps.
///
/// The method is the operational analysis of Denning and Buzen (*The Operational Analysis of
/// Queueing Network Models*, ACM Computing Surveys 10(3), 1978). In a closed load each transaction
/// becomes longer in the same measure as throughput no longer follows the threads, so the resource
/// for which it waits longer is the bottleneck; and the bottleneck of a system is the resource
/// whose use reaches its whole first.
///
/// ```
///   throughput      o---o         1. the last step from which throughput still followed the load:
///                  /                 from there on it rises by less than half as steeply as the
///                 o                  load, on logarithmic scales (a straight line has slope 1)
///                /                2. the first step after it at which a rule holds
///               o                 3. nothing is said if two rules hold there, or none
///   threads     1  2  4  8 ...
/// ```
///
/// Rules for waits are asked first. Row locks that make up more than half of what a transaction
/// became longer by leave less than half to all other resources. Without them, a resource that is
/// in use nearly all the time, and then work for each transaction that grows with the load.
///
/// @param resource the id of the rule
/// @param title the resource in a few words
/// @param from the step before, in words
/// @param to the step after it, in words
/// @param throughputPercent by how many percent throughput was higher there
/// @param before the rule's value at the step before: milliseconds for each transaction, percent,
///   or an amount for each transaction; empty if only the load generator's verdict is known
/// @param after the same at the step after it
/// @param explains which part that is of the time by which transactions became longer, in percent
/// @param sentence all of it, without a full stop
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record LimitingResource(
    String resource,
    String title,
    String from,
    String to,
    double throughputPercent,
    OptionalDouble before,
    OptionalDouble after,
    OptionalDouble explains,
    String sentence) {
  /// Less than this is flat rather than steep: twice the threads give 41 % more.
  private static final double LEAST_SLOPE = 0.5;

  /// If transactions became longer by a smaller part than this, it does not matter what they wait
  /// for.
  private static final double LEAST_LONGER = 0.2;

  /// All repeats at one point.
  ///
  /// @param load threads, or the asked rate
  /// @param limited whether the load generator was the limit in any of them
  private record Step(String at, double load, boolean limited, Map<String, Double> numbers) {
    static Step of(double load, List<Row> repeats) {
      Map<String, Double> means =
          repeats.stream()
              .flatMap(row -> row.numbers().entrySet().stream())
              .collect(
                  Collectors.groupingBy(
                      Map.Entry::getKey, Collectors.averagingDouble(Map.Entry::getValue)));
      return new Step(
          words(repeats.getFirst()),
          load,
          repeats.stream().anyMatch(LimitingResource::limited),
          means);
    }

    private static String words(Row row) {
      Map<String, String> at = row.point().at();
      return at.containsKey(StudyAxis.RATE)
          ? at.get(StudyAxis.RATE) + "/s"
          : at.getOrDefault(StudyAxis.THREADS, "" + row.threads());
    }

    double throughput() {
      return numbers.getOrDefault(Measure.THROUGHPUT.id(), 0.0);
    }

    /// How long a transaction took from its actual start.
    double millis() {
      return numbers.getOrDefault(
          StudyColumn.SERVICE, numbers.getOrDefault(Measure.MEAN.id(), Double.NaN));
    }

    double slopeTo(Step next) {
      return Math.log(next.throughput() / throughput()) / Math.log(next.load / load);
    }

    double longerThan(Step before) {
      double longer = millis() - before.millis();
      return longer >= LEAST_LONGER * before.millis() ? longer : Double.NaN;
    }
  }

  private static boolean limited(Row row) {
    return row.trust().generator() == GeneratorVerdict.Verdict.LIMITED;
  }

  /// What limits a closed load along threads; empty if throughput follows the threads to the end,
  /// or it is not known or ambiguous.
  static Optional<LimitingResource> ofLadder(List<Row> rows) {
    Map<Integer, List<Row>> byThreads =
        rows.stream()
            .filter(row -> row.throughput() > 0 && (row.counts() || limited(row)))
            .collect(Collectors.groupingBy(Row::totalThreads, TreeMap::new, Collectors.toList()));
    List<Step> steps = new ArrayList<>();
    byThreads.forEach((threads, repeats) -> steps.add(Step.of(threads, repeats)));
    int knee = steps.size() - 1;
    while (knee > 0 && steps.get(knee - 1).slopeTo(steps.get(knee)) < LEAST_SLOPE) {
      knee--;
    }
    return knee < 0
        ? Optional.empty()
        : first(steps.get(knee), steps.subList(knee + 1, steps.size()), " threads");
  }

  /// What limits an open load beyond a rate.
  ///
  /// @param met the step at the highest rate that was met
  /// @param missed that at the lowest rate that was missed
  static Optional<LimitingResource> between(Row met, Row missed) {
    return first(Step.of(0, List.of(met)), List.of(Step.of(0, List.of(missed))), "");
  }

  /// @param unit of the loads, after the second one
  private static Optional<LimitingResource> first(Step before, List<Step> later, String unit) {
    return later.stream()
        .map(step -> found(before, step, unit))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .filter(found -> found.size() == 1)
        .map(List::getFirst);
  }

  /// All that holds between two steps, of the first kind of which any does.
  private static List<LimitingResource> found(Step before, Step after, String unit) {
    if (after.limited) {
      return List.of(of(LimitRule.GENERATOR, before, after, unit));
    }
    return Arrays.stream(LimitRule.Kind.values())
        .map(kind ->
            LimitRule.ALL.stream()
                .filter(rule -> rule.kind() == kind)
                .filter(rule ->
                    rule.holds(
                        rule.value().applyAsDouble(before.numbers),
                        rule.value().applyAsDouble(after.numbers),
                        after.longerThan(before)))
                .map(rule -> of(rule, before, after, unit))
                .toList())
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private static LimitingResource of(LimitRule rule, Step before, Step after, String unit) {
    double one = rule.value().applyAsDouble(before.numbers);
    double two = rule.value().applyAsDouble(after.numbers);
    double more = 100 * (after.throughput() / before.throughput() - 1);
    OptionalDouble explains = rule.explains(one, two, after.longerThan(before));
    String sentence =
        "From %s to %s%s throughput %s while %s: %s the limit"
            .formatted(
                before.at,
                after.at,
                unit,
                changed(more),
                after.limited ? ownLimit(two) : shown(rule, one, two, explains),
                rule.subject());
    return new LimitingResource(
        rule.id(),
        rule.title(),
        before.at,
        after.at,
        Rounding.thousandths(more),
        known(one),
        known(two),
        explains,
        sentence);
  }

  private static OptionalDouble known(double value) {
    return Double.isFinite(value)
        ? OptionalDouble.of(Rounding.micros(value))
        : OptionalDouble.empty();
  }

  private static String changed(double percent) {
    return Math.abs(percent) < 0.5
        ? "stayed the same"
        : String.format(
            Locale.ROOT, "%s by %.0f %%", percent > 0 ? "rose" : "fell", Math.abs(percent));
  }

  private static String ownLimit(double after) {
    return "the load generator reached a limit of its own"
        + (Double.isFinite(after)
            ? String.format(Locale.ROOT, ", and its hosts were %.0f %% busy", after)
            : "");
  }

  private static String shown(
      LimitRule rule, double before, double after, OptionalDouble explains) {
    return switch (rule.kind()) {
      case WAIT ->
          rule.what()
              + rose(before, after)
              + NumberText.latency(before)
              + " to "
              + NumberText.latency(after)
              + String.format(
                  Locale.ROOT,
                  ", %.0f %% of the time by which transactions became longer",
                  explains.orElse(0));
      case USE ->
          Math.round(before) == Math.round(after)
              ? String.format(Locale.ROOT, "%s stayed at %.0f %% in use", rule.what(), after)
              : String.format(
                  Locale.ROOT,
                  "%s went from %.0f %% to %.0f %% in use",
                  rule.what(),
                  before,
                  after);
      case COST ->
          rule.what()
              + rose(before, after)
              + NumberText.axis(before)
              + " to "
              + NumberText.axis(after);
    };
  }

  private static String rose(double before, double after) {
    return before > 0
        ? String.format(Locale.ROOT, " per transaction rose %.1f-fold, from ", after / before)
        : " per transaction rose from ";
  }
}
