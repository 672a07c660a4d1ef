package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.peers.Databases;
import java.io.IOException;
import java.util.Set;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// P5: what recording one operation takes, in time and in bytes allocated.
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
      for (RunResult result :
          Jmh.run(
              new OptionsBuilder()
                  .include("RecorderBenchmark\\.(end|iteration|operation)")
                  .param("load", "open")
                  .verbosity(VerboseMode.SILENT)
                  .build())) {
        print(result);
      }
    } catch (RunnerException e) {
      throw new IOException("the benchmark of the recorder failed", e);
    }
  }

  private static void print(RunResult result) {
    String what = Jmh.name(result) + " " + Jmh.parameters(result);
    double nanos = Jmh.cpuTime(result);
    Report.figure("P5", what, "%.1f ns".formatted(nanos), nanos, TIME);
    double bytes = Jmh.allocated(result);
    Report.figure("P5", "bytes allocated, " + what, "%.3f B".formatted(bytes), bytes, ALLOCATED);
  }
}
