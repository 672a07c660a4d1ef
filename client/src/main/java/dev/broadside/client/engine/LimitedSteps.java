package dev.broadside.client.engine;

import dev.broadside.core.job.Settings;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.time.Time;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/// Runs job code before and after the load, reports its progress, and gives up when it makes none.
/// Each step has a thread of its own. If a step makes no progress, its thread is interrupted and
/// abandoned; it ends with the process at the latest.
final class LimitedSteps {
  private final Settings settings;
  private final Time time;
  private final Consumer<StepProgress> out;
  private final ProgressReports reports;
  private volatile Consumer<StepProgress> watch = _ -> {};

  /// @param out takes what is being done and how far it is
  LimitedSteps(Settings settings, Consumer<StepProgress> out, Time time) {
    this.settings = settings;
    this.time = time;
    this.out = out;
    this.reports = new ProgressReports(this::progressed, time);
  }

  private void progressed(StepProgress at) {
    watch.accept(at);
    out.accept(at);
  }

  /// Takes the progress that job code reports.
  ProgressReports reports() {
    return reports;
  }

  /// Runs a step, on a thread that sees the same classes as this one. One step runs at a time.
  ///
  /// @param total how much there is to do; 0 if unknown
  /// @throws StepOverdue if it made no progress for too long
  <T> T run(ShareStep step, long total, Callable<T> work) throws Exception {
    CompletableFuture<T> outcome = new CompletableFuture<>();
    String name = step.name().toLowerCase(Locale.ROOT).replace('_', '-');
    Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> doIt(work, outcome));
    StepWatch limit =
        new StepWatch(late ->
            outcome.completeExceptionally(
                new StepOverdue(late.overdue(settings.limit(late.step())), thread)));
    limit.begin(new StepProgress(step, "", 0, total));
    watch = limit::further;
    reports.begin(step, total);
    try {
      thread.start();
      return outcome.get();
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } finally {
      watch = _ -> {};
      limit.end();
      thread.interrupt();
    }
  }

  private static <T> void doIt(Callable<T> work, CompletableFuture<T> outcome) {
    try {
      outcome.complete(work.call());
    } catch (Throwable e) {
      outcome.completeExceptionally(e);
    }
  }

  private static Exception unwrapped(ExecutionException failure) {
    return switch (failure.getCause()) {
      case Exception exception -> exception;
      case Error error -> throw error;
      case null, default -> failure;
    };
  }

  /// Passes on which step a share is at and how far it is, a few times a second at most, however
  /// often job code reports it.
  ///
  /// Safe for use by several threads.
  static final class ProgressReports {
    private static final long LEAST_DISTANCE_NANOS = 200_000_000;

    private final Consumer<StepProgress> out;
    private final Time time;
    private ShareStep step = ShareStep.FORK;
    private String lastDetail = "";
    private long lastNanos;

    ProgressReports(Consumer<StepProgress> out, Time time) {
      this.out = out;
      this.time = time;
    }

    /// Begins a step, which the next reports belong to.
    ///
    /// @param total how much there is to do; 0 if unknown
    synchronized void begin(ShareStep next, long total) {
      step = next;
      lastDetail = "";
      lastNanos = time.nanos() - LEAST_DISTANCE_NANOS;
      out.accept(new StepProgress(next, "", 0, total));
    }

    /// @param detail what is being done within the step; may be empty
    synchronized void report(String detail, long done, long total) {
      String harmless = TargetProblems.harmless(detail);
      if (worthReporting(harmless, done >= total)) {
        out.accept(new StepProgress(step, harmless, done, total));
      }
    }

    private boolean worthReporting(String detail, boolean finished) {
      long now = time.nanos();
      if (detail.equals(lastDetail) && !finished && now - lastNanos < LEAST_DISTANCE_NANOS) {
        return false;
      }
      lastDetail = detail;
      lastNanos = now;
      return true;
    }
  }

  /// Watches that a step makes progress within its limit. Safe for use by several threads.
  private final class StepWatch {
    private final Consumer<StepProgress> overdue;
    private Optional<StepProgress> present = Optional.empty();
    private Time.Timer timer = () -> {};
    private long number;

    /// @param overdue takes the progress so far, once, on the timer's thread; must not block
    StepWatch(Consumer<StepProgress> overdue) {
      this.overdue = overdue;
    }

    synchronized void begin(StepProgress at) {
      present = Optional.of(at);
      timer.cancel();
      long mine = ++number;
      timer = time.runIn(settings.limit(at.step()), () -> ring(mine));
    }

    /// Takes progress. Reports without news are ignored, and so are those after the end.
    synchronized void further(StepProgress at) {
      if (present.isPresent() && !present.get().equals(at)) {
        begin(at);
      }
    }

    synchronized void end() {
      present = Optional.empty();
      timer.cancel();
      number++;
    }

    private void ring(long mine) {
      take(mine).ifPresent(overdue);
    }

    private synchronized Optional<StepProgress> take(long mine) {
      if (mine != number) {
        return Optional.empty();
      }
      Optional<StepProgress> late = present;
      end();
      return late;
    }
  }
}
