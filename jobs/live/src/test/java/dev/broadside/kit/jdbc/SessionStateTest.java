package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.engine.Refusal;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Auto-commit, isolation and read-only of a session are those that were asked for, whatever
/// server, role and driver begin with.
class SessionStateTest {
  private static final String MODE = "default_transaction_read_only"; // of PostgreSQL, by its role

  private static JobTester job(LiveTarget live) {
    return live.target(JobTester.of(new Igenoltp()));
  }

  /// As nobody's defaults can spoil it: a connection of the driver alone.
  private static void beside(LiveTarget live, String... statements) throws SQLException {
    Target target = Target.of(job(live).values());
    Properties login = target.properties(Target.Purpose.SET_UP);
    try (Connection connection = DriverManager.getConnection(live.url(), login)) {
      for (String statement : statements) {
        Rows.run(connection, statement);
      }
    }
  }

  private static Session session(JobTester job, Session.Settings settings) throws SQLException {
    Target target = Target.of(job.values());
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      return new Session(target, Engines.of(connection), settings, RetryPolicy.SAME_INPUT);
    }
  }

  private static String held(Session session, LiveTarget live, String variable)
      throws SQLException {
    return live == LiveTarget.POSTGRESQL
        ? Rows.text(session.connection(), "select current_setting('" + variable + "')")
        : Rows.text(session.connection(), "select @@session." + variable);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL") // whose driver alone knows it
  void everyConnectionCommitsByItselfWhereTheServerDoesNot(LiveTarget live) throws Exception {
    beside(live, "set global autocommit = 0");
    try (Session session = session(job(live), new Session.Settings(true));
        Session other = session(job(live), new Session.Settings(false));
        Connection beside = Target.of(job(live).values()).connect(Target.Purpose.LOAD)) {
      assertEquals("1", held(session, live, "autocommit"));
      assertEquals("0", held(other, live, "autocommit"));
      assertEquals("1", Rows.text(beside, "select @@session.autocommit"));
    } finally {
      beside(live, "set global autocommit = 1");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
  void everyConnectionCommitsByItselfWhereADriverPropertyDoesNot(LiveTarget live) throws Exception {
    JobTester job = job(live).with("driver-properties", "sessionVariables=autocommit=0");
    try (Session session = session(job, new Session.Settings(true))) {
      assertEquals("1", held(session, live, "autocommit"));
    }
  }

  /// A driver that keeps what it has asked a server for one connection believes it of the next.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
  void theIsolationIsTheOneThatWasChosenWhenTheServersHasChanged(LiveTarget live) throws Exception {
    Session.Settings chosen = new Session.Settings(Connection.TRANSACTION_REPEATABLE_READ, false);
    session(job(live), chosen).close();
    beside(live, "set global transaction isolation level read committed");
    try (Session session = session(job(live), chosen)) {
      assertEquals("REPEATABLE-READ", held(session, live, "tx_isolation"));
    } finally {
      beside(live, "set global transaction isolation level repeatable read");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSessionMayWriteWhereTheServersNewOnesMayNot(LiveTarget live) throws Exception {
    boolean postgres = live == LiveTarget.POSTGRESQL;
    beside(
        live,
        postgres
            ? "alter role postgres set " + MODE + " = on"
            : "set global transaction read only");
    List<String> held = new ArrayList<>();
    try (Session session = session(job(live), new Session.Settings(false))) {
      held.add(held(session, live, postgres ? "transaction_read_only" : "tx_read_only"));
    } finally {
      beside(
          live,
          postgres
              ? "set session characteristics as transaction read write"
              : "set session transaction read write",
          postgres ? "alter role postgres reset " + MODE : "set global transaction read write");
    }
    assertEquals(List.of(postgres ? "off" : "0"), held);
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL")
  void aReadOnlySessionThatTheUserWantsStaysOne(LiveTarget live) throws Exception {
    JobTester job = job(live).with("driver-properties", "options=-c " + MODE + "=on");
    try (Session session = session(job, new Session.Settings(true))) {
      assertEquals("on", held(session, live, "transaction_read_only"));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
  void whatTheServerDoesNotTakeIsRefusedInASentence(LiveTarget live) throws Exception {
    Target target = Target.of(job(live).values());
    try (Connection connection = target.connect(Target.Purpose.RUN)) {
      Rows.run(connection, "set autocommit = 0");
      SQLException refused =
          assertThrows(
              SQLException.class,
              () -> new Session.Settings(true).hold(deafTo("autocommit", connection), target));
      assertEquals(
          "parameter url: the server gave a session with auto-commit off, isolation repeatable read"
              + " although auto-commit on, isolation repeatable read was set; remove what changes it from the driver's"
              + " properties, the server's init_connect and any proxy between.",
          Refusal.of(target.engine(), target.url(), refused).sentence());
    }
  }

  /// A connection on which statements that say a word are lost, as a proxy between may lose them.
  private static Connection deafTo(String word, Connection connection) {
    return proxy(Connection.class, connection, word);
  }

  private static <T> T proxy(Class<T> type, Object object, String word) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().equals("setAutoCommit")
                  || (method.getName().equals("execute")
                      && arguments[0].toString().contains(word))) {
                return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
              }
              try {
                Object answer = method.invoke(object, arguments);
                return answer instanceof Statement made
                        && method.getName().equals("createStatement")
                    ? proxy(Statement.class, made, word)
                    : answer;
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            }));
  }
}
