package dev.broadside.bench.figures;

import dev.broadside.bench.Report;
import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Runs the benchmarks of [dev.broadside.bench.micro] with the profiler that counts allocated
/// bytes, and prints them as one table.
///
/// Arguments are JMH's own: `[REGEX] [-wi N] [-i N] [-p name=value] ...`.
public final class Jmh {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private Jmh() {}

  public static void main(String... args) throws RunnerException, CommandLineOptionException {
    print(run(new CommandLineOptions(args)));
  }

  /// Runs the benchmarks that the options name.
  public static Collection<RunResult> run(Options options) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .parent(options)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build())
        .run();
  }

  private static void print(Collection<RunResult> results) {
    Report.table(
        "benchmark", "parameters", "threads", "CPU time each", "spread", "bytes allocated");
    for (RunResult result : results) {
      Result<?> score = result.getPrimaryResult();
      Report.row(
          name(result),
          parameters(result),
          Integer.toString(result.getParams().getThreads()),
          String.format(
              Locale.ROOT, "%.1f %s", cpuTime(result), score.getScoreUnit().replace("/op", "")),
          String.format(Locale.ROOT, "±%.0f %%", 100 * score.getScoreError() / score.getScore()),
          String.format(Locale.ROOT, "%.1f", allocated(result)));
    }
  }

  /// Class and method of a benchmark.
  public static String name(RunResult result) {
    return result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1");
  }

  public static String parameters(RunResult result) {
    BenchmarkParams params = result.getParams();
    StringBuilder text = new StringBuilder();
    for (String key : params.getParamsKeys()) {
      text.append(key).append('=').append(params.getParam(key)).append(' ');
    }
    return text.toString().strip();
  }

  /// The time that one operation takes of one core: threads beyond the cores only wait for each
  /// other.
  public static double cpuTime(RunResult result) {
    int threads = result.getParams().getThreads();
    int cores = Runtime.getRuntime().availableProcessors();
    return result.getPrimaryResult().getScore() * Math.min(threads, cores) / threads;
  }

  /// Bytes allocated for one operation.
  public static double allocated(RunResult result) {
    Result<?> bytes = result.getSecondaryResults().get(ALLOCATED);
    return bytes == null ? Double.NaN : bytes.getScore();
  }
}
