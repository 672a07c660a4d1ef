package dev.broadside.core.diagnosis;

import dev.broadside.core.diagnosis.Diagnosed.Held;
import dev.broadside.core.diagnosis.Diagnosis.Certainty;
import dev.broadside.core.diagnosis.Diagnosis.Evidence;
import dev.broadside.core.diagnosis.DiagnosisRule.Said;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.verdict.GeneratorVerdict.Verdict;
import dev.broadside.core.verdict.ThreadDemand;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What the load itself shows, without a look at the database or a host.
final class LoadRules {
  /// A tenth of what the database did was thrown away; below that, retries cost less than a run
  /// differs from the next one.
  private static final double MOST_REPEATED = 0.1;

  /// Fewer are an accident, such as one restart.
  private static final long LEAST_FAILURES = 10;

  /// The next application that connects is refused.
  private static final double MOST_CONNECTIONS = 0.95;

  private static final int LONGEST_MESSAGE = 200;

  private static final Set<ErrorClass> REPEATED =
      Set.of(
          ErrorClass.DEADLOCK,
          ErrorClass.LOCK_WAIT,
          ErrorClass.SERIALIZATION,
          ErrorClass.SNAPSHOT_TOO_OLD);

  /// A generator that was limited for less than this part of the time explains no slow run, so
  /// other causes come first.
  private static final double MOSTLY = 0.5;

  /// In an interval in which the generator was limited it may have cost all of it, so that in fewer
  /// it explains no slow run: without them a run would be less than a fifth shorter.
  private static final double LEAST_LIMITED = 0.2;

  /// Arrivals of a Poisson load vary by more than the rest.
  private static final double SERVED = 0.99;

  static final DiagnosisRule GENERATOR =
      new DiagnosisRule(
          "generator",
          "Load generator",
          "the verdict on the load generator",
          "the verdict is LIMITED, in half of the intervals or more, unless an open load reached 99 %"
              + " of its rate",
          run -> generator(run, true));

  static final DiagnosisRule GENERATOR_AT_TIMES =
      new DiagnosisRule(
          "generator-at-times",
          "Load generator, at times",
          "the verdict on the load generator",
          "the verdict is LIMITED, in "
              + DiagnosisRule.percent(LEAST_LIMITED)
              + " of the intervals or more, but less than half, unless an open load reached 99 % of"
              + " its rate",
          run -> generator(run, false));

  static final DiagnosisRule RATE =
      new DiagnosisRule(
          "rate",
          "Rate out of reach",
          "the rate, the threads, and how long a transaction keeps a thread",
          "an open load does not reach its rate although its threads are always busy: by Little's law"
              + " the rate needs more threads than there are",
          LoadRules::rate);

  static final DiagnosisRule CONNECTIONS =
      new DiagnosisRule(
          "connections",
          "Connections",
          "failures of the class `RESOURCE_EXHAUSTED`; `db.connections`, `db.max_connections`",
          "there are "
              + LEAST_FAILURES
              + " of these failures or more, or "
              + DiagnosisRule.percent(MOST_CONNECTIONS)
              + " or more of the connections are in use",
          run -> refused(run).or(() -> full(run)));

  static final DiagnosisRule RETRIES =
      new DiagnosisRule(
          "retries",
          "Retries",
          "repetitions, and the failures that led to them",
          "repetitions are "
              + DiagnosisRule.percent(MOST_REPEATED)
              + " or more of all attempts, and "
              + LEAST_FAILURES
              + " or more",
          LoadRules::retries);

  private LoadRules() {}

  private static Optional<Said> generator(Diagnosed run, boolean mostly) {
    GeneratorVerdict verdict = run.around().generator();
    double share = 100.0 * verdict.limitedIntervals() / verdict.intervals();
    if (verdict.verdict() != Verdict.LIMITED
        || share < 100 * LEAST_LIMITED
        || mostly != mostlyLimited(verdict)
        || served(verdict)) {
      return Optional.empty();
    }
    return Optional.of(
        new Said(
            mostly ? Certainty.CERTAIN : Certainty.LIKELY,
            "The load generator was a limit, so the target may do more than this: " + verdict.why(),
            verdict.todo(),
            List.of(run.always(share).shows("generator", "limited intervals", share, "%"))));
  }

  /// Whether the generator was a limit for most of the time.
  static boolean mostlyLimited(GeneratorVerdict verdict) {
    return verdict.verdict() == Verdict.LIMITED
        && verdict.limitedIntervals() >= MOSTLY * verdict.intervals();
  }

  /// Whether an open load did what it was asked for.
  static boolean served(GeneratorVerdict verdict) {
    return verdict
        .demand()
        .filter(demand -> demand.endedPerSecond() >= SERVED * demand.askedPerSecond())
        .isPresent();
  }

  /// Little's law: the number of busy threads is the rate times the time of a transaction.
  private static Optional<Said> rate(Diagnosed run) {
    GeneratorVerdict verdict = run.around().generator();
    return verdict.demand().filter(ThreadDemand::tooFewThreads).map(demand -> rate(run, demand));
  }

  /// A limited generator may be why transactions keep their threads for so long.
  private static Said rate(Diagnosed run, ThreadDemand demand) {
    long threads = Math.round(demand.threads());
    boolean limited = run.around().generator().verdict() == Verdict.LIMITED;
    return new Said(
        limited ? Certainty.LIKELY : Certainty.CERTAIN,
        ("%s cannot reach %s transactions a second: a transaction keeps a thread for %s, so they"
                + " reach %s at most")
            .formatted(
                Counted.of(threads, "thread"),
                NumberText.axis(demand.askedPerSecond()),
                NumberText.latency(demand.serviceMillis()),
                NumberText.axis(demand.servesPerSecond())),
        ("use %s or more, unless transactions take this long because the database is overloaded: a"
                + " run at a lower rate tells")
            .formatted(Counted.of(Math.max(demand.threadsNeeded(), threads + 1), "thread")),
        List.of(
            run.always(demand.endedPerSecond())
                .shows(Measure.THROUGHPUT.id(), "throughput", run.whole().throughput(), "/s")));
  }

  private static Optional<Said> refused(Diagnosed run) {
    return run.failures(ErrorClass.RESOURCE_EXHAUSTED::equals)
        .filter(all -> all.count() >= LEAST_FAILURES)
        .map(all ->
            Said.certain(
                "The database refused work %s times because it had run out of something: %s"
                    .formatted(
                        NumberText.count(all.count()),
                        PlainText.line(all.message(), LONGEST_MESSAGE)),
                "raise the limit that the message names, or use fewer threads",
                Diagnosed.evidence(all)));
  }

  private static Optional<Said> full(Diagnosed run) {
    return run.held(
            at -> at.ratio(DatabaseFigures.CONNECTIONS.id(), DatabaseFigures.MAX_CONNECTIONS.id()),
            MOST_CONNECTIONS)
        .map(held ->
            Said.likely(
                "The database had %s of at most %s connections in use"
                    .formatted(
                        NumberText.axis(run.whole().level(DatabaseFigures.CONNECTIONS.id())),
                        NumberText.axis(run.whole().level(DatabaseFigures.MAX_CONNECTIONS.id()))),
                "allow the database more connections, or use fewer threads",
                run.shows(held, DatabaseFigures.CONNECTIONS.id(), "connections", "")));
  }

  private static Optional<Said> retries(Diagnosed run) {
    return run.held(one -> (double) one.counts().retried() / one.counts().attempts(), MOST_REPEATED)
        .filter(_ -> run.whole().counts().retried() >= LEAST_FAILURES)
        .map(held -> retried(run, held));
  }

  private static Said retried(Diagnosed run, Held held) {
    OutcomeCounts counts = run.whole().counts();
    Optional<ErrorSample> causes = run.failures(REPEATED::contains);
    String most =
        causes
            .map(one ->
                ", most often after failures of the class " + DiagnosisRule.words(one.errorClass()))
            .orElse("");
    Evidence repeated =
        held.shows("retried", "repetitions", counts.retried() / run.whole().seconds(), "/s");
    return new Said(
        Certainty.CERTAIN,
        "The database did %s of its work again: %s of %s attempts were repetitions%s"
            .formatted(
                DiagnosisRule.percent(held.value()),
                NumberText.count(counts.retried()),
                NumberText.count(counts.attempts()),
                most),
        causes.map(ErrorSample::errorClass).filter(ErrorClass.DEADLOCK::equals).isPresent()
            ? "change rows in the same order in all transactions, or let fewer threads change the"
                + " same rows"
            : "let fewer threads change the same rows, and make transactions shorter",
        Stream.concat(Stream.of(repeated), causes.map(Diagnosed::evidence).stream()).toList());
  }
}
