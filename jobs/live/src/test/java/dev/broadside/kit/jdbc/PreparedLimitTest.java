package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.Databases;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.TestRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A server that prepares no more statements, as it may come to be after the trial.
class PreparedLimitTest {
  private static JobTester prepared(String scheme) throws Exception {
    JobTester tester =
        JobTester.on(Databases.mariaDb(), new Igenoltp())
            .with("url", scheme + Databases.mariaDb().address())
            .with("scale", "0.01")
            .threads(2);
    limit(16_382);
    tester.prepare();
    limit(3);
    return tester;
  }

  /// The limit is everybody's.
  @AfterAll
  static void lift() throws SQLException {
    limit(16_382);
  }

  private static void limit(int statements) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection(
            Databases.mariaDb().url(), MariaDbServer.USER, MariaDbServer.PASSWORD)) {
      Rows.run(connection, "set global max_prepared_stmt_count = " + statements);
    }
  }

  @ParameterizedTest
  @CsvSource({"jdbc:mariadb:, max_prepared_stmt_count", "jdbc:mysql:, does not say why"})
  void aDriverThatSendsTextInsteadIsToldAndNoThreadHangs(String scheme, String why)
      throws Exception {
    JobTester tester = prepared(scheme);
    PrintStream before = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try (TestRun run = tester.open()) {
      run.iterate(4);
    } finally {
      System.setErr(before);
    }
    String lines = told.toString(StandardCharsets.UTF_8);
    assertTrue(lines.contains("the server did not prepare a statement"), lines);
    assertTrue(lines.contains(why), lines);
    assertEquals(4, tester.totals().transactions().ok(), tester.totals().failures()::toString);
  }

  @Test
  void aStatementThatIsWrongIsNoMatterOfPreparing() throws Exception {
    Target target = Target.of(prepared("jdbc:mariadb:").values());
    limit(16_382);
    try (Connection connection = target.connect(Target.Purpose.RUN);
        PreparedStatement wrong = connection.prepareStatement("select b from nowhere")) {
      assertEquals(Optional.empty(), target.engine().unprepared(wrong));
    }
  }
}
