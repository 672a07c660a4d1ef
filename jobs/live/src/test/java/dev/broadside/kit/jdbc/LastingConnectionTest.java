package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.rehearsal.NamedSql;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Connections beside the load outlive what ends an idle one: here the server, by an order.
class LastingConnectionTest {
  private static Target target(LiveTarget live) {
    return Target.of(live.target(JobTester.of(new Igenoltp())).values());
  }

  private static long id(LiveTarget live, Connection connection) throws SQLException {
    return Rows.whole(
        connection,
        live == LiveTarget.POSTGRESQL ? "select pg_backend_pid()" : "select connection_id()");
  }

  /// Ends a connection, and waits until the server has done so.
  private static void end(LiveTarget live, long id) throws SQLException {
    boolean postgres = live == LiveTarget.POSTGRESQL;
    String those =
        postgres
            ? "select count(*) from pg_stat_activity where pid = " + id
            : "select count(*) from information_schema.processlist where id = " + id;
    try (Connection other = target(live).connect(Target.Purpose.SET_UP)) {
      Rows.run(other, postgres ? "select pg_terminate_backend(" + id + ")" : "kill " + id);
      while (Rows.whole(other, those) > 0) {
        Thread.onSpinWait();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionThatTheServerEndedIsOpenedAgain(LiveTarget live) throws Exception {
    for (Target.Purpose purpose : Target.Purpose.values()) {
      try (Connection connection = target(live).connect(purpose)) {
        end(live, id(live, connection));
        assertEquals(1, Rows.whole(connection, "select 1"));
        end(live, id(live, connection));
        try (PreparedStatement statement = connection.prepareStatement("select 1")) {
          statement.executeQuery();
        }
        end(live, id(live, connection));
        connection.getMetaData().getTables(null, null, "nothing", null).close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasDoneInATransactionIsNotSilentlyForgotten(LiveTarget live) throws Exception {
    try (Connection connection = target(live).connect(Target.Purpose.LOAD)) {
      connection.setAutoCommit(false);
      end(live, id(live, connection));
      assertThrows(SQLException.class, () -> Rows.whole(connection, "select 1"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aGaugeIsReadThoughItsConnectionWasEnded(LiveTarget live) throws Exception {
    String query =
        live == LiveTarget.POSTGRESQL ? "select pg_backend_pid()" : "select connection_id()";
    JobShare none =
        new JobShare() {
          @Override
          public JobThread openThread(ThreadContext context) {
            throw new IllegalStateException("nobody opens a thread here");
          }

          @Override
          public void close() {}
        };
    Map<Integer, QueryGauges.Query> queries =
        Map.of(0, new QueryGauges.Query(new NamedSql("figure ids", query), Optional.empty()));
    try (QueryGauges gauges = new QueryGauges(none, target(live), queries)) {
      end(live, (long) gauges.gauge(0));
      gauges.gauge(0);
    }
  }
}
