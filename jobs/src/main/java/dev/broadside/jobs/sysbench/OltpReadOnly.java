package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// Ten point selects and four range selects, in one transaction.
public final class OltpReadOnly extends SysbenchJob {
  static final Operations OPERATIONS =
      new Operations(
          List.of(
              Operation.BEGIN,
              Operation.POINT_SELECT,
              Operation.SIMPLE_RANGE,
              Operation.SUM_RANGE,
              Operation.ORDER_RANGE,
              Operation.DISTINCT_RANGE,
              Operation.COMMIT));

  public OltpReadOnly() {
    super(
        "oltp_read_only",
        "sysbench OLTP, read only",
        "Ten point selects and four range selects in one transaction.",
        SysbenchParameters.tables(SysbenchParameters.READS.and(SysbenchParameters.TRANSACTION)),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.begin(iteration);
    client.pointSelects(iteration);
    client.ranges(iteration, Operation.SIMPLE_RANGE);
    client.ranges(iteration, Operation.SUM_RANGE);
    client.ranges(iteration, Operation.ORDER_RANGE);
    client.ranges(iteration, Operation.DISTINCT_RANGE);
    client.commit(iteration);
  }
}
