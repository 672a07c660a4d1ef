package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.SampleRecords;
import dev.broadside.bench.peers.SampleRecords.Latencies;
import dev.broadside.bench.peers.SampleStore;
import dev.broadside.core.report.Json;
import dev.broadside.core.wire.Codec;
import dev.broadside.server.collect.Collector.Delivery;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.series.SeriesCache;
import dev.broadside.server.upkeep.KeepRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/// P12: a job of a week at 1 s on a server that is started again, and what its page fetches.
///
/// Its store has 604,800 intervals of one agent, rolled up while they come; each has few samples,
/// since what is measured depends on the number of records and hardly on their size.
public final class LongJob implements Measurement {
  private static final int OPERATIONS = 5;
  private static final int SAMPLES = 200;
  private static final int TOGETHER = 3_600;
  private static final Goal RESTART = Goal.atMost(5, "s");
  private static final Goal PAINT = Goal.atMost(1, "s");
  private static final Goal BYTES = Goal.atMost(300, "KB");

  @Override
  public Set<String> figures() {
    return Set.of("P12");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases) throws IOException {
    Report.heading("P12: a week at 1 s, %,d intervals".formatted(SampleStore.AXIS.intervals()));
    Report.figures();
    try (SampleStore store = SampleStore.open(OPERATIONS)) {
      fill(store);
      double[] seconds = store.restart();
      figure("restart until it takes records again", "%.2f s", seconds[0], RESTART);
      figure(
          "restart until all is added up, while it takes records", "%.1f s", seconds[1], RESTART);
      page(store);
    }
  }

  private static void fill(SampleStore store) {
    SampleRecords records =
        new SampleRecords(
            SampleStore.AXIS, OPERATIONS, SAMPLES, Latencies.TYPICAL, new SplittableRandom(1));
    Codec codec = new Codec();
    String agent = store.plan().agents().iterator().next();
    for (int i = 0; i < SampleStore.AXIS.intervals(); i++) {
      store
          .collector()
          .offer(
              new Delivery(
                  agent,
                  List.of(codec.seal(records.record(store.plan().runId(), agent, i, false))),
                  _ -> {}));
      if (i % TOGETHER == 0) {
        store.work();
        store.rollUp(KeepRules.DEFAULT);
      }
    }
    store.work();
    store.rollUp(KeepRules.DEFAULT);
  }

  private static void page(SampleStore store) throws IOException {
    double beginning = seconds(() -> started(store).of(store.plan().runId(), false, 0));
    double restarted = seconds(() -> first(store));
    SeriesCache cache = first(store);
    String run = store.plan().runId();
    byte[][] json = new byte[1][];
    double warm = seconds(() -> json[0] = Json.mapper().writeValueAsBytes(cache.of(run, false, 0)));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(json[0]);
    }
    figure("charts of its page, as the server has them at hand", "%.3f s", warm, PAINT);
    figure("charts of its page, the first look after a restart", "%.2f s", beginning, PAINT);
    figure("charts of its page, whole after a restart", "%.1f s", restarted, RESTART);
    figure(
        "bytes of these charts, compressed as they are sent",
        "%.0f KB",
        packed.size() / 1e3,
        BYTES);
  }

  /// What a server that has just been started needs until it has the charts whole.
  private static SeriesCache first(SampleStore store) {
    SeriesCache cache = started(store);
    while (cache.of(store.plan().runId(), false, 0).read().more()) {
      Thread.onSpinWait();
    }
    return cache;
  }

  private static SeriesCache started(SampleStore store) {
    EventOrder events = new EventOrder(store.store().runs.newestEvent(), 0);
    return new SeriesCache(store.store(), events);
  }

  private static double seconds(Runnable work) {
    long begun = System.nanoTime();
    work.run();
    return (System.nanoTime() - begun) / 1e9;
  }

  private static void figure(String what, String format, double value, Goal goal) {
    Report.figure("P12", what, format.formatted(value), value, goal);
  }
}
