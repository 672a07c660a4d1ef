package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// Two updates, a delete and an insert, in one transaction.
public final class OltpWriteOnly extends SysbenchJob {
  static final Operations OPERATIONS =
      new Operations(
          List.of(
              Operation.BEGIN,
              Operation.INDEX_UPDATE,
              Operation.NON_INDEX_UPDATE,
              Operation.DELETE,
              Operation.INSERT,
              Operation.COMMIT,
              Operation.MISS));

  public OltpWriteOnly() {
    super(
        "oltp_write_only",
        "sysbench OLTP, write only",
        "Two updates, a delete and an insert in one transaction.",
        SysbenchParameters.tables(SysbenchParameters.WRITES.and(SysbenchParameters.TRANSACTION)),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.begin(iteration);
    client.indexUpdates(iteration);
    client.nonIndexUpdates(iteration);
    client.deleteInserts(iteration);
    client.commit(iteration);
  }
}
