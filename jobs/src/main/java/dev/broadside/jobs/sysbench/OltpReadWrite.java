package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// Ten point selects, four range selects, two updates, a delete and an insert, in one transaction.
public final class OltpReadWrite extends SysbenchJob {
  static final Operations OPERATIONS =
      new Operations(
          List.of(
              Operation.BEGIN,
              Operation.POINT_SELECT,
              Operation.SIMPLE_RANGE,
              Operation.SUM_RANGE,
              Operation.ORDER_RANGE,
              Operation.DISTINCT_RANGE,
              Operation.INDEX_UPDATE,
              Operation.NON_INDEX_UPDATE,
              Operation.DELETE,
              Operation.INSERT,
              Operation.COMMIT,
              Operation.MISS));

  public OltpReadWrite() {
    super(
        "oltp_read_write",
        "sysbench OLTP, read and write",
        "Ten point selects, four range selects, two updates, a delete and an insert in one transaction.",
        SysbenchParameters.tables(
            SysbenchParameters.READS
                .and(SysbenchParameters.WRITES)
                .and(SysbenchParameters.TRANSACTION)),
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
    client.indexUpdates(iteration);
    client.nonIndexUpdates(iteration);
    client.deleteInserts(iteration);
    client.commit(iteration);
  }
}
