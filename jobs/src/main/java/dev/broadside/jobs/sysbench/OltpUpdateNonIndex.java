package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// One update of a column without index.
public final class OltpUpdateNonIndex extends SysbenchJob {
  static final Operations OPERATIONS =
      new Operations(List.of(Operation.NON_INDEX_UPDATE, Operation.MISS));

  public OltpUpdateNonIndex() {
    super(
        "oltp_update_non_index",
        "sysbench updates without index",
        "One update of a column that has no index.",
        SysbenchParameters.tables(SysbenchParameters.ONLY_NON_INDEX_UPDATES),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.nonIndexUpdates(iteration);
  }
}
