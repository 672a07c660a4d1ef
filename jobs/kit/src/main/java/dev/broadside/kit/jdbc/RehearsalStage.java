package dev.broadside.kit.jdbc;

import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.rehearsal.Rehearser;
import dev.broadside.kit.rehearsal.Uncommitted;
import dev.broadside.kit.rehearsal.UndoRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

/// Opens the load threads of a rehearsal as those of a load are opened, but for their connections,
/// which commit nothing.
final class RehearsalStage implements Rehearser.Stage {
  private final JdbcJob job;
  private final Target target;
  private final Dialect dialect;
  private final ThreadContext context;
  private final JdbcJob.ThreadOpener opener;
  private final UndoRule rule;

  RehearsalStage(
      JdbcJob job,
      Target target,
      Dialect dialect,
      ThreadContext context,
      JdbcJob.ThreadOpener opener)
      throws SQLException {
    this.job = job;
    this.target = target;
    this.dialect = dialect;
    this.context = context;
    this.opener = opener;
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      this.rule = UndoRule.of(dialect, connection);
    }
  }

  @Override
  public Connection connect() throws SQLException {
    return guarded(target.connect(Target.Purpose.RUN));
  }

  @Override
  public Rehearser.Part open() throws SQLException {
    Consumer<Connection> nobody = _ -> {};
    Session session =
        new Session(
            target,
            dialect,
            job.settings(context.values(), dialect),
            JdbcJob.policy(context.values()),
            this::guarded,
            nobody);
    SessionThread thread = session.handTo(() -> opener.open(context, session, dialect));
    return new Rehearser.Part(thread, thread.acts(context.valuesByPhase()), session.connection());
  }

  private Connection guarded(Connection connection) {
    try {
      return Uncommitted.of(connection, dialect, rule);
    } catch (SQLException e) {
      throw new IllegalStateException("auto-commit cannot be switched off", e);
    }
  }
}
