package dev.broadside.client.engine;

import dev.broadside.client.watch.FigureSource;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.recorder.IntervalCounts;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.Told;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.Observation;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// The figures of one incarnation's records: the job class's own first, then those of all sources.
/// The first record declares them; each has their values, by position. For one thread.
final class FigureBook implements AutoCloseable {
  private final List<Figure> own;
  private final Gauges gauges;
  private final List<FigureSource> sources;
  private List<Long> cumulative = List.of();
  private final List<Observed> observed = new ArrayList<>();
  private boolean declared;

  /// @param own the job class's own figures
  /// @param sources figures that are read besides
  FigureBook(JobShare share, List<Figure> own, List<FigureSource> sources, Time time) {
    this.own = own;
    this.gauges = new Gauges(share, own, time);
    this.sources = List.copyOf(sources);
  }

  /// Begins the run: what passed before does not count.
  void begin() throws InterruptedException {
    note(gauges.begin(), 0);
    sources.forEach(FigureSource::read);
  }

  /// The figures of an interval.
  ///
  /// @param told the failures of the interval, why figures are unknown in it, and what was found
  ///   out
  record Page(FigureRow figures, Told told) {}

  /// The figures of the next interval.
  ///
  /// @param counts the job class's own are among them, without its gauges
  /// @param slowest iterations that ended in it
  /// @param millis when the interval ends, on the run's time axis
  /// @param last whether no interval follows
  Page next(IntervalCounts counts, List<Observed> slowest, long millis, boolean last)
      throws InterruptedException {
    Gauges.Reading reading = gauges.fill(counts.figures());
    observed.addAll(slowest);
    note(reading, millis);
    List<FigureValue> values = new ArrayList<>(reading.values());
    List<Failure> failures = new ArrayList<>(reading.failures());
    for (FigureSource source : sources) {
      values.addAll(last ? source.readLast() : source.read());
      failures.addAll(source.failures());
      observed.addAll(source.observed());
    }
    List<ErrorSample> errors = new ArrayList<>(counts.errors());
    for (Failure one : failures) {
      ErrorSample.of(one, PlainText.line(one.message()), millis).addTo(errors, Told.MAX_ERRORS);
    }
    FigureRow row = new FigureRow(List.of(), values, List.of());
    List<Long> amounts = row.amounts(own.size());
    cumulative = cumulative.isEmpty() ? amounts : FigureRow.sum(cumulative, amounts);
    return new Page(new FigureRow(declared(), values, cumulative), new Told(errors, observedNow()));
  }

  private void note(Gauges.Reading reading, long millis) {
    reading.observations().forEach(what -> observed.add(new Observed(millis, what)));
  }

  /// What does not fit into this interval's record waits for the next one.
  private List<Observed> observedNow() {
    List<Observed> fitting = observed.subList(0, Told.fitting(observed));
    List<Observed> now = List.copyOf(fitting);
    fitting.clear();
    return now;
  }

  @Override
  public void close() {
    gauges.close();
  }

  private List<Figure> declared() {
    if (declared) {
      return List.of();
    }
    declared = true;
    List<Figure> all = new ArrayList<>(own);
    sources.forEach(source -> all.addAll(source.figures()));
    return all;
  }

  /// What users are told about a reading that failed.
  ///
  /// @param author the class that was to read
  static Failure failure(Throwable thrown, Class<?> author) {
    return thrown instanceof SQLException answer
        ? new Failure(
            ErrorClass.OTHER,
            answer.getErrorCode(),
            Objects.requireNonNullElse(answer.getSQLState(), ""),
            Failure.describe(answer),
            Failure.Retry.NEVER)
        : JobCodeFailure.of(thrown, author);
  }

  /// Reads a job class's gauges and observations when an interval is sealed, on a thread of its
  /// own: if job code takes too long, gauges are unknown in that interval, and nothing waits for
  /// them. For one thread.
  static final class Gauges implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final Reading NONE = new Reading(List.of(), List.of(), List.of());

    private final JobShare share;
    private final List<Figure> figures;
    private final Time time;
    private final ExecutorService reader =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("gauges").factory());
    private Future<Reading> asked = CompletableFuture.completedFuture(NONE);

    /// Whether the answer comes after its interval has been sealed.
    private boolean late;

    /// The gauge that is being read, or after the last of them the observations.
    private volatile int current;

    /// The gauges of an interval.
    ///
    /// @param values the job class's figures with them
    /// @param failures why some are unknown
    /// @param observations what the share found out since the reading before
    record Reading(
        List<FigureValue> values, List<Failure> failures, List<Observation> observations) {

      /// This reading with what an earlier one says in words.
      Reading after(Reading earlier) {
        return new Reading(
            values,
            Stream.concat(earlier.failures.stream(), failures.stream()).toList(),
            Stream.concat(earlier.observations.stream(), observations.stream()).toList());
      }
    }

    /// @param figures the job class's own
    Gauges(JobShare share, List<Figure> figures, Time time) {
      this.share = share;
      this.figures = figures;
      this.time = time;
    }

    /// Begins the run: a gauge that measures growth needs its first value.
    Reading begin() throws InterruptedException {
      return fill(Collections.nCopies(figures.size(), FigureValue.UNKNOWN));
    }

    /// The job class's figures with its gauges read.
    ///
    /// @param counted the figures without gauges
    Reading fill(List<FigureValue> counted) throws InterruptedException {
      if (!asked.isDone()) {
        return new Reading(counted, slow(current), List.of());
      }
      Reading before = late ? asked.resultNow() : NONE;
      try {
        asked = reader.submit(() -> read(counted));
        late = true;
        Reading reading = asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        late = false;
        return reading.after(before);
      } catch (TimeoutException e) {
        return new Reading(counted, List.of(), List.of()).after(before);
      } catch (ExecutionException e) {
        throw new IllegalStateException("reading the job class's gauges failed", e);
      }
    }

    private Reading read(List<FigureValue> counted) {
      long end = time.nanos() + PATIENCE.toNanos();
      List<FigureValue> filled = new ArrayList<>(counted);
      List<Failure> failures = new ArrayList<>();
      for (int i = 0; i < filled.size(); i++) {
        if (figures.get(i).kind().gauge()) {
          current = i;
          filled.set(i, read(i, failures));
          if (time.nanos() - end > 0 && failures.isEmpty()) {
            failures.add(tooLong(i));
          }
        }
      }
      return new Reading(filled, failures, observations(failures));
    }

    private List<Observation> observations(List<Failure> failures) {
      current = figures.size();
      try {
        return List.copyOf(share.observations());
      } catch (Throwable e) {
        // As above.
        failures.add(failure(e, share.getClass()).during(name(current)));
        return List.of();
      }
    }

    private FigureValue read(int figure, List<Failure> failures) {
      try {
        return FigureValue.reading(share.gauge(figure));
      } catch (Throwable e) {
        // Unknown is a proper answer, and job code must not end the run's sealing.
        failures.add(failure(e, share.getClass()).during(name(figure)));
        return FigureValue.UNKNOWN;
      }
    }

    /// What is found out in words may come in any interval.
    private List<Failure> slow(int figure) {
      return figure < figures.size() ? List.of(tooLong(figure)) : List.of();
    }

    private Failure tooLong(int figure) {
      String what =
          "it took longer than " + PATIENCE.toMillis() + " ms, and is unknown until it answers";
      return new Failure(ErrorClass.TIMEOUT, 0, "", what, Failure.Retry.NEVER).during(name(figure));
    }

    private String name(int figure) {
      return figure < figures.size() ? "figure " + figures.get(figure).id() : "observations";
    }

    @Override
    public void close() {
      reader.shutdownNow();
    }
  }
}
