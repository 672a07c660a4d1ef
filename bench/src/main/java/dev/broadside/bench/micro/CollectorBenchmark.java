package dev.broadside.bench.micro;

import dev.broadside.bench.peers.SampleRecords;
import dev.broadside.bench.peers.SampleStore;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.Collector.Delivery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// One interval of 200 agents into the store: checked, made durable, added up, acknowledged, and
/// its interval closed. The figure is for one record.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class CollectorBenchmark {
  private static final int AGENTS = 200;

  @Param({"5", "20"})
  int operations = 5;

  @Param({"100", "1000"})
  int samples = 100;

  private final Codec codec = new Codec();
  private final List<Delivery> deliveries = new ArrayList<>();
  private int interval;
  private long acknowledged;

  // Made by open(), before anything is measured.
  @SuppressWarnings("NullAway.Init")
  private SampleStore store;

  @SuppressWarnings("NullAway.Init")
  private SampleRecords records;

  @SuppressWarnings("NullAway.Init")
  private Collector collector;

  @Setup
  public void open() throws IOException {
    store = SampleStore.open(operations, AGENTS);
    records =
        new SampleRecords(
            SampleStore.AXIS,
            operations,
            samples,
            SampleRecords.Latencies.TYPICAL,
            new SplittableRandom(1));
    collector = store.collector();
  }

  /// The next interval's records, made while no time is taken.
  @Setup(Level.Invocation)
  public void seal() {
    deliveries.clear();
    for (String agent : store.plan().agents()) {
      SealedRecord sealed =
          codec.seal(records.record(store.plan().runId(), agent, interval, false));
      deliveries.add(new Delivery(agent, List.of(sealed), ack -> acknowledged++));
    }
    interval++;
  }

  @Benchmark
  @OperationsPerInvocation(AGENTS)
  public long add() {
    deliveries.forEach(collector::offer);
    store.work();
    return acknowledged;
  }

  /// A record without an acknowledgement was not stored, and then the figure would be worth
  /// nothing.
  @TearDown
  public void close() throws IOException {
    store.close();
    if (acknowledged != (long) interval * AGENTS) {
      throw new IllegalStateException(
          acknowledged + " of " + (long) interval * AGENTS + " records were acknowledged");
    }
  }
}
