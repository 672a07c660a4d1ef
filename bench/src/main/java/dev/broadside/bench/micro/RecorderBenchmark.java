package dev.broadside.bench.micro;

import dev.broadside.bench.peers.SampleRecords;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.load.Think;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.recorder.Recorder;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/// What recording costs a load thread, while the sealer takes an interval out ten times a second.
///
/// `end` is figure P5: the clock, the outcome, the histograms (four in an open load, one in a
/// closed one) and the counters. `iteration` adds the beginning, with a second reading of the
/// clock; `operation` is a named operation inside, with two readings.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms256m", "-Xmx256m", "-XX:+UseParallelGC"})
public class RecorderBenchmark {
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final int OPERATIONS = 5;

  @Param({"open", "closed"})
  String load = "open";

  /// As in a worker.
  private final Time time = new SlewedTime(new SystemTime());

  private final RunAxis axis =
      RunAxis.of(
          List.of(
              new Phase(
                  PhaseKind.MEASURE,
                  Duration.ofHours(1),
                  new LoadModel.Closed(1, new Think.None()))),
          INTERVAL);

  // Made by open(), before any thread runs.
  @SuppressWarnings("NullAway.Init")
  private Recorder recorder;

  @SuppressWarnings("NullAway.Init")
  private CounterFile counters;

  @SuppressWarnings("NullAway.Init")
  private Path file;

  @SuppressWarnings("NullAway.Init")
  private Thread sealer;

  /// Makes the recorder for as many threads as there are, and begins to seal.
  @Setup
  public void open(BenchmarkParams params) throws IOException {
    int threads = params.getThreads();
    file = Files.createTempDirectory(CounterFile.directory(), "bench").resolve("counters");
    int stripes = Recorder.stripes(Runtime.getRuntime().availableProcessors());
    counters = CounterFile.create(file, threads, stripes, OPERATIONS);
    recorder = new Recorder(axis, load.equals("open"), counters, time);
    long origin = time.nanos();
    recorder.start(origin);
    sealer = Thread.ofPlatform().daemon().name("sealer").start(() -> seal(origin));
  }

  private void seal(long origin) {
    try {
      for (int interval = 0; ; interval++) {
        time.sleepUntil(origin + axis.endNanos(interval));
        recorder.seal(interval);
      }
    } catch (InterruptedException _) {
      // The benchmark is over.
    }
  }

  @TearDown
  public void close() throws IOException, InterruptedException {
    sealer.interrupt();
    sealer.join();
    counters.close();
    Files.delete(file);
    Files.delete(file.getParent());
  }

  /// One load thread, with latencies to record.
  @State(Scope.Thread)
  public static class LoadThread {
    private static final int DRAWS = 4_096;

    private final long[] latencies = new long[DRAWS];
    private int drawn;

    @SuppressWarnings("NullAway.Init")
    private ThreadRecorder recorder;

    @Setup
    public void open(RecorderBenchmark shared, ThreadParams params) {
      recorder = shared.recorder.thread(params.getThreadIndex());
      SplittableRandom random = new SplittableRandom(params.getThreadIndex());
      for (int i = 0; i < DRAWS; i++) {
        latencies[i] = SampleRecords.Latencies.TYPICAL.draw(random);
      }
    }

    long latencyNanos() {
      return latencies[drawn++ & (DRAWS - 1)];
    }
  }

  @Benchmark
  public long end(LoadThread thread) {
    return end(thread, time.nanos());
  }

  @Benchmark
  public long iteration(LoadThread thread) {
    return end(thread, thread.recorder.begin(ThreadRecorder.AT_ONCE));
  }

  /// Every thread has a core and a stripe of its own.
  @Benchmark
  @Threads(2)
  public long iterationOnTwoThreads(LoadThread thread) {
    return iteration(thread);
  }

  /// More threads than stripes, so that counting is atomic.
  @Benchmark
  @Threads(64)
  public long iterationOnSharedStripes(LoadThread thread) {
    return iteration(thread);
  }

  @Benchmark
  public long operation(LoadThread thread) {
    thread.recorder.operationBegun(0);
    return thread.recorder.operationOk(0, time.nanos() - thread.latencyNanos());
  }

  /// As most job classes have it: one named operation inside an iteration.
  @Benchmark
  public long iterationWithAnOperation(LoadThread thread) {
    long now = thread.recorder.begin(ThreadRecorder.AT_ONCE);
    thread.recorder.operationBegun(0);
    thread.recorder.operationOk(0, now - thread.latencyNanos());
    return end(thread, now);
  }

  private static long end(LoadThread thread, long now) {
    long start = now - thread.latencyNanos();
    long ready = start - thread.latencyNanos();
    return thread.recorder.ok(start, ready, ready - thread.latencyNanos(), 1, 0, false);
  }
}
