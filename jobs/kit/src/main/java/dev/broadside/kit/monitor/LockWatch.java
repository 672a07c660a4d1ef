package dev.broadside.kit.monitor;

import dev.broadside.core.work.Observation;
import dev.broadside.core.work.database.DatabaseFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Tells which tables' locks sessions wait for, in each reading in which some wait. For one thread.
public final class LockWatch implements Watch {
  private final Optional<LockQuestion> question;

  /// @param question empty if the database does not tell
  public LockWatch(Optional<LockQuestion> question) {
    this.question = question;
  }

  @Override
  public String name() {
    return question.map(LockQuestion::name).orElse("locks");
  }

  @Override
  public String grant() {
    return question.map(LockQuestion::grant).orElse("");
  }

  @Override
  public List<Observation> look(Connection open, Look at) throws SQLException {
    boolean waiting = at.told().applyAsDouble(DatabaseFigures.LOCK_WAITING) > 0;
    return question.isPresent() && waiting ? List.copyOf(question.get().ask(open)) : List.of();
  }
}
