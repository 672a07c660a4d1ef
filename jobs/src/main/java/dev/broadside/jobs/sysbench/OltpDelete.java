package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// One delete by id, never made up for: rows grow fewer, and more and more deletes miss.
public final class OltpDelete extends SysbenchJob {
  static final Operations OPERATIONS = new Operations(List.of(Operation.DELETE, Operation.MISS));

  public OltpDelete() {
    super(
        "oltp_delete",
        "sysbench deletes",
        "One delete of one row by its id, never made up for, so that more and more find nothing.",
        SysbenchParameters.tables(SysbenchParameters.NONE),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.delete(iteration);
  }
}
