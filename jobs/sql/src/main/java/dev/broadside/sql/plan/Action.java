package dev.broadside.sql.plan;

import java.sql.SQLException;

/// One step of a transaction. Holds no state; works on the thread that it is given.
@FunctionalInterface
public interface Action {
  /// @return false if the transaction ends here
  boolean run(SqlThread thread) throws SQLException;
}
