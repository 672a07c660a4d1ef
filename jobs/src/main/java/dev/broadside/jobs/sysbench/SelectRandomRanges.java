package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// One count of the rows with k in one of several ranges, drawn in the thread's own part of them.
public final class SelectRandomRanges extends SysbenchJob {
  static final Operations OPERATIONS = new Operations(List.of(Operation.RANDOM_RANGES));

  public SelectRandomRanges() {
    super(
        "select_random_ranges",
        "sysbench random ranges",
        "One count of the rows with k in one of several ranges, drawn in the thread's own part of them.",
        SysbenchParameters.oneTable(SysbenchParameters.RANGES),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.randomRanges(iteration);
  }
}
