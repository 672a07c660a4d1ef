package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.Iteration;
import java.sql.SQLException;
import java.util.List;

/// One select of one row by its id.
public final class OltpPointSelect extends SysbenchJob {
  static final Operations OPERATIONS = new Operations(List.of(Operation.POINT_SELECT));

  public OltpPointSelect() {
    super(
        "oltp_point_select",
        "sysbench point selects",
        "One select of one row by its id.",
        SysbenchParameters.tables(SysbenchParameters.NONE),
        OPERATIONS);
  }

  @Override
  void event(OltpClient client, Iteration iteration) throws SQLException {
    client.pointSelects(iteration);
  }
}
