package dev.broadside.core.diagnosis;

import dev.broadside.core.diagnosis.Diagnosis.Evidence;
import dev.broadside.core.diagnosis.DiagnosisRule.Said;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What the database's plans show.
final class PlanRules {
  /// A plan that costs less than this does not explain a slow run, and latencies differ by less
  /// from one minute to the next anyway.
  private static final double LEAST_SLOWER = 1.5;

  /// Plans are looked at every 20 s, and an interval may be long: a plan may have changed so long
  /// before the change was seen.
  private static final double LONGEST_UNSEEN_MILLIS = 25_000;

  static final DiagnosisRule CHANGED =
      new DiagnosisRule(
          "plan",
          "A plan that changed",
          "the plans of the statements, the latencies of operations",
          "a statement takes "
              + NumberText.axis(LEAST_SLOWER)
              + " times as long or longer after its plan changed than before",
          PlanRules::changed);

  private PlanRules() {}

  /// A statement before and after its plan changed.
  ///
  /// @param atMillis when that was seen
  private record Slower(
      String name, double atMillis, double untilMillis, Sides millis, Sides throughput) {
    double times() {
      return millis.after / millis.before;
    }
  }

  private record Sides(double before, double after) {}

  private static Optional<Said> changed(Diagnosed run) {
    List<Slower> slower =
        run.around().observed().stream()
            .flatMap(one -> slower(run, one).stream())
            .filter(one -> one.times() >= LEAST_SLOWER)
            .toList();
    return slower.stream()
        .max(Comparator.comparingDouble(Slower::times))
        .map(worst -> said(worst, slower.stream().map(Slower::name).distinct().count() - 1));
  }

  private static Optional<Slower> slower(Diagnosed run, Observed one) {
    if (!(one.what() instanceof Observation.Changed changed) || changed.subject() != Subject.PLAN) {
      return Optional.empty();
    }
    double at = one.atMillis();
    List<Double> others =
        run.around().observed().stream()
            .filter(other ->
                other.what() instanceof Observation.Changed its
                    && its.subject() == Subject.PLAN
                    && its.name().equals(changed.name()))
            .map(other -> (double) other.atMillis())
            .toList();
    double from = others.stream().filter(other -> other < at).max(Double::compare).orElse(0.0);
    double until =
        others.stream().filter(other -> other > at).min(Double::compare).orElse(Double.MAX_VALUE);
    Optional<Stretch> before = before(run, from, at);
    Optional<Stretch> after =
        sum(run, part -> part.startMillis() >= at && part.endMillis() <= until);
    String latency = Stretch.latencyOf(run.around().operations().indexOf(changed.name()));
    return before.flatMap(first ->
        after.map(then ->
            new Slower(
                changed.name(),
                at,
                then.endMillis(),
                new Sides(first.level(latency), then.level(latency)),
                new Sides(first.throughput(), then.throughput()))));
  }

  /// The time in which the plan had surely not changed. If there was no such time, the first
  /// quarter of the time before the change was seen.
  private static Optional<Stretch> before(Diagnosed run, double from, double at) {
    double measured = Math.max(from, run.whole().startMillis());
    return sum(
            run,
            part -> part.startMillis() >= from && part.endMillis() <= at - LONGEST_UNSEEN_MILLIS)
        .or(() ->
            sum(
                run,
                part ->
                    part.startMillis() >= from
                        && part.endMillis() <= measured + (at - measured) / 4));
  }

  private static Optional<Stretch> sum(Diagnosed run, Predicate<Stretch> which) {
    return run.stretches().stream().filter(which).reduce(Stretch::plus);
  }

  private static Said said(Slower worst, long others) {
    String more =
        others == 0
            ? ""
            : "; so did %s of %s other %s"
                .formatted(
                    others == 1 ? "that" : "those",
                    others,
                    others == 1 ? "statement" : "statements");
    return Said.certain(
        "The database has carried out %s by another plan since about %s: it took %s on average, and %s before; throughput went from %s/s to %s/s%s"
            .formatted(
                worst.name,
                NumberText.elapsed(worst.atMillis / 1e3),
                NumberText.latency(worst.millis.after),
                NumberText.latency(worst.millis.before),
                NumberText.axis(worst.throughput.before),
                NumberText.axis(worst.throughput.after),
                more),
        "compare both plans: make an index again that is gone, or have the database collect the"
            + " statistics of its tables anew",
        new Evidence(
            "plan",
            "latency of " + worst.name + " after it",
            worst.millis.after,
            "ms",
            worst.atMillis,
            worst.untilMillis,
            "plans"));
  }
}
