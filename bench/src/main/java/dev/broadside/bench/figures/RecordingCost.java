package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.micro.RecorderBenchmark;
import dev.broadside.bench.peers.Databases;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// P5: what recording one operation takes, in time and in bytes allocated, by [RecorderBenchmark].
public final class RecordingCost implements Measurement {
  private static final Goal TIME = Goal.atMost(100, "ns");

  /// The smallest object has 16 bytes: what is far less is the sealer's, ten times a second, and
  /// the profiler's own.
  private static final Goal ALLOCATED = Goal.atMost(1, "B");

  @Override
  public Set<String> figures() {
    return Set.of("P5");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases) throws IOException {
    Report.heading("P5: recording one operation, while the sealer runs");
    Report.figures();
    try {
      new Runner(
              new OptionsBuilder()
                  .include(RecorderBenchmark.class.getName())
                  .addProfiler(GCProfiler.class)
                  .shouldFailOnError(true)
                  .verbosity(VerboseMode.SILENT)
                  .build())
          .run()
          .forEach(RecordingCost::print);
    } catch (RunnerException e) {
      throw new IOException("the benchmark of the recorder failed", e);
    }
  }

  /// The time is that of one core: threads beyond the cores only wait for each other.
  private static void print(RunResult result) {
    String name = result.getParams().getBenchmark();
    int threads = result.getParams().getThreads();
    String what =
        "%s, %s load, %d threads"
            .formatted(
                name.substring(name.lastIndexOf('.') + 1),
                result.getParams().getParam("load"),
                threads);
    int cores = Math.min(threads, Runtime.getRuntime().availableProcessors());
    double nanos = result.getPrimaryResult().getScore() * cores / threads;
    Report.figure("P5", what, "%.1f ns".formatted(nanos), nanos, TIME);
    double bytes =
        Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm")).getScore();
    Report.figure("P5", "bytes allocated, " + what, "%.3f B".formatted(bytes), bytes, ALLOCATED);
  }
}
