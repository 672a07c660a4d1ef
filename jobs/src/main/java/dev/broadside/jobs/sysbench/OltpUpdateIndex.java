package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// One update of the indexed column.
public final class OltpUpdateIndex extends SysbenchJob {
  static final Operations OPERATIONS =
      new Operations(List.of(Operation.INDEX_UPDATE, Operation.MISS));

  public OltpUpdateIndex() {
    super(
        "oltp_update_index",
        "sysbench updates of an index",
        "One update of an indexed column.",
        SysbenchParameters.tables(SysbenchParameters.ONLY_INDEX_UPDATES),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.indexUpdates(iteration);
  }
}
