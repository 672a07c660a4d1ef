package dev.broadside.bench.micro;

import dev.broadside.bench.peers.SampleRecords;
import dev.broadside.bench.peers.SampleStore;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// One interval's record on its way: sealed by the worker, opened by the server, and as a message.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class CodecBenchmark {
  private static final int SAMPLES = 10_000;

  @Param({"5", "20"})
  int operations = 5;

  private final Codec codec = new Codec();

  // Made by draw(), before anything is measured.
  @SuppressWarnings("NullAway.Init")
  private IntervalRecord record;

  @SuppressWarnings("NullAway.Init")
  private SealedRecord sealed;

  @SuppressWarnings("NullAway.Init")
  private byte[] frame;

  @Setup
  public void draw() {
    record =
        new SampleRecords(
                SampleStore.AXIS,
                operations,
                SAMPLES,
                SampleRecords.Latencies.TYPICAL,
                new SplittableRandom(1))
            .record("run", "agent", 7, false);
    sealed = codec.seal(record);
    frame = codec.encode(new Message.Records(List.of(sealed)));
  }

  @Benchmark
  public SealedRecord seal() {
    return codec.seal(record);
  }

  @Benchmark
  public IntervalRecord open() throws ProtocolException {
    return codec.open(sealed);
  }

  @Benchmark
  public byte[] encodeMessage() {
    return codec.encode(new Message.Records(List.of(sealed)));
  }

  @Benchmark
  public Message decodeMessage() throws ProtocolException {
    return codec.decode(frame);
  }
}
