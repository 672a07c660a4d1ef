package dev.broadside.core.report;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.scaling.Trial.Verdict;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Whether a run of an open load, as a step of a search for the knee, met its thresholds.
///
/// Besides the job's own thresholds a system has to keep up. It must serve 99 % of the arrivals,
/// less 1.5 standard deviations of a Poisson count; and at most 1 % of what it serves may fail.
///
/// @param rate iterations per second that were asked for
/// @param reasons what is missed, or why the run says nothing; empty if everything is met
public record TrialDocument(double rate, Verdict verdict, List<String> reasons) {
  private static final double MOST_LEFT = 0.01;
  private static final double MOST_FAILED = 0.01;

  /// So many standard deviations of a Poisson count are put down to chance.
  private static final double CHANCE = 1.5;

  public TrialDocument {
    reasons = List.copyOf(reasons);
  }

  /// The one judgement from which a search takes its next rate and its result the knee.
  ///
  /// @return empty if the run did not complete
  public static Optional<TrialDocument> of(double rate, RunDocument run) {
    return Optional.of(run)
        .filter(one -> one.job().state().equals("completed"))
        .map(one -> judged(rate, one));
  }

  private static TrialDocument judged(double rate, RunDocument run) {
    if (run.generator().verdict() == GeneratorVerdict.Verdict.LIMITED) {
      return new TrialDocument(
          rate, Verdict.VOID, List.of("generator limited " + run.generator().reason()));
    }
    if (!run.audit().balanced()) {
      return new TrialDocument(rate, Verdict.VOID, List.of(run.audit().sentence()));
    }
    Optional<Delivery> away = run.delivery().filter(load -> load.share() < 1 - MOST_LEFT);
    if (away.isPresent()) {
      return new TrialDocument(rate, Verdict.VOID, List.of(away.get().shortfall()));
    }
    List<String> doubted = thresholds(run, ThresholdDocument.Verdict.NOT_JUDGED);
    if (!doubted.isEmpty()) {
      return new TrialDocument(rate, Verdict.VOID, doubted);
    }
    List<String> missed = new ArrayList<>(thresholds(run, ThresholdDocument.Verdict.BROKEN));
    StatsDocument stats = run.summary();
    double seconds = measuredSeconds(run);
    double least = 1 - MOST_LEFT - CHANCE / Math.sqrt(Math.max(1, rate * seconds));
    double kept = (stats.transactions() + stats.failed() + stats.uncertain()) / (rate * seconds);
    if (kept < least) {
      missed.add(
          String.format(
              Locale.ROOT,
              "it served %.1f %% of the offered rate; at least %.1f %% is required",
              100 * kept,
              100 * least));
    }
    long ended = stats.transactions() + stats.failed() + stats.uncertain();
    double failed = (stats.failed() + stats.uncertain()) / Math.max(1.0, ended);
    if (failed > MOST_FAILED) {
      missed.add(
          String.format(
              Locale.ROOT,
              "%.1f %% failed; at most %.0f %% may fail",
              100 * failed,
              100 * MOST_FAILED));
    }
    return new TrialDocument(rate, missed.isEmpty() ? Verdict.MET : Verdict.MISSED, missed);
  }

  private static List<String> thresholds(RunDocument run, ThresholdDocument.Verdict verdict) {
    return run.thresholds().stream()
        .flatMap(all -> all.each().stream())
        .filter(one -> one.verdict() == verdict)
        .map(ThresholdDocument::sentence)
        .toList();
  }

  private static double measuredSeconds(RunDocument run) {
    return run.phases().stream()
            .filter(phase -> phase.kind().equals("measure"))
            .mapToDouble(RunDocument.PhaseDocument::durationMillis)
            .sum()
        / 1e3;
  }

  /// What the run was short of, as far as it is known; empty if nothing shows it.
  public static List<String> limits(RunDocument run) {
    StatsDocument stats = run.summary();
    double service = stats.serviceMillis().map(one -> one.mean()).orElse(0.0);
    double busy = stats.of(Measure.ATTEMPTS) * service / 1e3;
    boolean threads = busy > 0.95 * run.job().threads();
    return Stream.of(
            watched(run),
            failures(run),
            threads
                ? Stream.of(
                    String.format(
                        Locale.ROOT,
                        "load threads, each with a connection: %.1f of %d busy",
                        busy,
                        run.job().threads()))
                : Stream.<String>empty(),
            busy(run.host(), "processors of the agents' hosts"))
        .flatMap(one -> one)
        .toList();
  }

  private static Stream<String> watched(RunDocument run) {
    return run.agents().stream()
        .filter(agent -> agent.threads() == 0)
        .flatMap(agent -> busy(agent.host(), "processors of " + agent.name()));
  }

  private static Stream<String> busy(HostDocument host, String whose) {
    return host.idle() >= 0 && host.idle() < 0.1
        ? Stream.of(String.format(Locale.ROOT, "%s: %.0f %% busy", whose, 100 * (1 - host.idle())))
        : Stream.empty();
  }

  private static Stream<String> failures(RunDocument run) {
    StatsDocument stats = run.summary();
    boolean many =
        stats.failed() + stats.uncertain()
            > MOST_FAILED * (stats.transactions() + stats.failed() + stats.uncertain());
    return many && !run.errors().isEmpty()
        ? Stream.of("errors: " + run.errors().getFirst().message())
        : Stream.empty();
  }
}
