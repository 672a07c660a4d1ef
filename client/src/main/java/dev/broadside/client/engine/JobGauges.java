package dev.broadside.client.engine;

import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobShare;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Reads a job class's gauges when an interval is sealed, on a thread of its own: job code that
/// takes too long makes them unknown in that interval, and holds nobody up. For one thread.
final class JobGauges implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 100;

  private final JobShare share;
  private final List<Figure> figures;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("gauges").factory());
  private Future<List<FigureValue>> asked = CompletableFuture.completedFuture(List.of());

  /// @param figures the job class's own
  JobGauges(JobShare share, List<Figure> figures) {
    this.share = share;
    this.figures = figures;
  }

  /// The job class's figures with its gauges read.
  ///
  /// @param counted the same without them
  List<FigureValue> fill(List<FigureValue> counted) throws InterruptedException {
    if (figures.stream().noneMatch(figure -> figure.kind().gauge()) || !asked.isDone()) {
      return counted;
    }
    asked = reader.submit(() -> read(counted));
    try {
      return asked.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return counted;
    } catch (ExecutionException e) {
      throw new IllegalStateException("reading the job class's gauges failed", e);
    }
  }

  private List<FigureValue> read(List<FigureValue> counted) {
    List<FigureValue> filled = new ArrayList<>(counted);
    for (int i = 0; i < filled.size(); i++) {
      if (figures.get(i).kind().gauge()) {
        filled.set(i, read(i));
      }
    }
    return filled;
  }

  private FigureValue read(int figure) {
    try {
      return FigureValue.reading(share.gauge(figure));
    } catch (Throwable e) {
      // Unknown is a proper answer, and job code must not end the run's sealing.
      return FigureValue.UNKNOWN;
    }
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
