package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// One row, inserted as text.
public final class OltpInsert extends SysbenchJob {
  static final Operations OPERATIONS = new Operations(List.of(Operation.INSERT));

  public OltpInsert() {
    super(
        "oltp_insert",
        "sysbench inserts",
        "One insert of one row, as text that is never prepared.",
        SysbenchParameters.tables(SysbenchParameters.NONE),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.insert(iteration);
  }
}
