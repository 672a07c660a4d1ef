package dev.broadside.bench.probes;

import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.ShareContext;
import java.util.stream.IntStream;

/// An iteration of twenty empty operations: as many metrics as a server is measured with.
public final class MetricsProbe implements JobClass {
  public static final String ID = "metrics_probe";
  public static final int OPERATIONS = 20;

  @Override
  public JobDescription describe() {
    return new JobDescription(
        ID,
        "Metrics probe",
        "Twenty operations that do nothing, to measure what metrics cost.",
        Parameters.of(),
        IntStream.range(0, OPERATIONS).mapToObj(i -> "operation_" + i).toList());
  }

  @Override
  public JobShare open(ShareContext share) {
    return _ -> MetricsProbe::iterate;
  }

  private static void iterate(Iteration iteration) {
    for (int operation = 0; operation < OPERATIONS; operation++) {
      iteration.begin(operation);
      iteration.end();
    }
  }
}
