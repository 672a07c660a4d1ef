package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.SampleRecords;
import dev.broadside.bench.peers.SampleRecords.Latencies;
import dev.broadside.bench.peers.SampleStore;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.collect.Collector.Delivery;
import dev.broadside.server.upkeep.KeepRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/// P11: how many bytes an operation's interval takes, on the wire and in the store, and what a week
/// makes of that.
public final class RecordBytes implements Measurement {
  private static final int SAMPLES = 10_000;
  private static final int FEW = 5;
  private static final int MANY = 20;
  private static final int STORED_INTERVALS = 6_000;
  private static final int TOGETHER = 100;
  private static final Duration NEVER = Duration.ofDays(365);
  private static final KeepRules AS_THEY_COME =
      new KeepRules(NEVER, NEVER, Optional.empty(), Optional.empty(), 0);
  private static final Goal BYTES = Goal.atMost(2_200, "B");
  private static final Goal WEEK = Goal.atMost(2, "GB");
  private static final long DAY_SECONDS = 24 * 60 * 60;
  private static final long WEEK_SECONDS = 7 * DAY_SECONDS;

  private final Codec codec = new Codec();

  @Override
  public Set<String> figures() {
    return Set.of("P11");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases) throws IOException {
    Report.heading("P11: bytes, %,d samples an interval and operation".formatted(SAMPLES));
    Report.figures();
    Map<String, Latencies> shapes = new LinkedHashMap<>();
    shapes.put("median 0.2 ms, p99 0.4 ms", new Latencies(200, 0.3));
    shapes.put("median 1 ms, p99 3.2 ms", Latencies.TYPICAL);
    shapes.put("median 5 ms, p99 51 ms", new Latencies(5_000, 1));
    for (Map.Entry<String, Latencies> shape : shapes.entrySet()) {
      wire(shape.getKey(), shape.getValue());
    }
    disk();
  }

  /// A record also holds its key and its counts: what one operation more takes is the difference of
  /// two records.
  private void wire(String shape, Latencies latencies) {
    int more = frame(latencies, MANY) - frame(latencies, FEW);
    double bytes = (double) more / (MANY - FEW);
    int peer = hdrHistogram(latencies.draw(SAMPLES, new SplittableRandom(2)));
    Report.figure(
        "P11",
        "on the wire, each operation and interval, " + shape,
        "%,.0f B (HdrHistogram's compressed form: %,d B)".formatted(bytes, peer),
        bytes,
        BYTES);
  }

  private int frame(Latencies latencies, int operations) {
    SampleRecords records =
        new SampleRecords(
            SampleStore.AXIS, operations, SAMPLES, latencies, new SplittableRandom(1));
    SealedRecord sealed = codec.seal(records.record("run", "agent-0", 1, false));
    return codec.encode(new Message.Records(List.of(sealed))).length;
  }

  private static int hdrHistogram(Distribution distribution) {
    Histogram histogram = new Histogram(1, LatencyLayout.MAX_MICROS, 3);
    for (int i = 0; i < distribution.usedSlots(); i++) {
      histogram.recordValueWithCount(
          LatencyLayout.highestMicros(distribution.slotAt(i)), distribution.countAt(i));
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return histogram.encodeIntoCompressedByteBuffer(buffer);
  }

  private void disk() throws IOException {
    SampleRecords records =
        new SampleRecords(
            SampleStore.AXIS, FEW, SAMPLES, Latencies.TYPICAL, new SplittableRandom(1));
    double empty = stored(records, 0, AS_THEY_COME);
    double one = (stored(records, STORED_INTERVALS, AS_THEY_COME) - empty) / STORED_INTERVALS;
    double ten =
        (stored(records, STORED_INTERVALS, rules(NEVER)) - empty) / (STORED_INTERVALS / 10);
    double sixty =
        (stored(records, STORED_INTERVALS, rules(Duration.ZERO)) - empty) / (STORED_INTERVALS / 60);
    Report.figure(
        "P11",
        "in SQLite, each operation and interval, median 1 ms, what is derived from it included",
        "%,.0f B (of 10 s %,.0f B, of 60 s %,.0f B)".formatted(one / FEW, ten / FEW, sixty / FEW),
        one / FEW,
        BYTES);
    double whole = one * WEEK_SECONDS / 1e9;
    Report.figure(
        "P11",
        "a week of one agent with 5 operations, every second kept (--keep-1s 7d)",
        "%.2f GB".formatted(whole),
        whole,
        WEEK);
    double rolled = (one * DAY_SECONDS + ten * (WEEK_SECONDS - DAY_SECONDS) / 10) / 1e9;
    Report.figure(
        "P11",
        "a week of one agent with 5 operations, rolled up (bytes measured over %,d s)"
            .formatted(STORED_INTERVALS),
        "%.2f GB; each week more %.2f GB".formatted(rolled, sixty * WEEK_SECONDS / 60 / 1e9),
        rolled,
        WEEK);
  }

  private static KeepRules rules(Duration middle) {
    return new KeepRules(Duration.ZERO, middle, Optional.empty(), Optional.empty(), 0);
  }

  private long stored(SampleRecords records, int intervals, KeepRules rules) throws IOException {
    try (SampleStore store = SampleStore.open(FEW)) {
      String agent = store.plan().agents().iterator().next();
      for (int i = 0; i < intervals; i++) {
        SealedRecord sealed = codec.seal(records.record(store.plan().runId(), agent, i, false));
        store.collector().offer(new Delivery(agent, List.of(sealed), _ -> {}));
        if (i % TOGETHER == 0) {
          store.work();
        }
      }
      store.work();
      store.rollUp(rules);
      return store.usedBytes();
    }
  }
}
