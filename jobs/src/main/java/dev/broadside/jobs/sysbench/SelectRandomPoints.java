package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// One select of the rows with one of ten values of k, drawn in the thread's own part of them.
public final class SelectRandomPoints extends SysbenchJob {
  static final Operations OPERATIONS = new Operations(List.of(Operation.RANDOM_POINTS));

  public SelectRandomPoints() {
    super(
        "select_random_points",
        "sysbench random points",
        "One select of the rows with one of ten values of k, drawn in the thread's own part of them.",
        SysbenchParameters.oneTable(SysbenchParameters.POINTS),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.randomPoints(iteration);
  }
}
