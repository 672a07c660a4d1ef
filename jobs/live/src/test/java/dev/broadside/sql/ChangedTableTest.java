package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A table is altered while a load reads it.
class ChangedTableTest {
  private static final String JOB =
      """
      job-class: readall
      title: Reads all columns
      summary: Reads all columns of a row.
      version: 1.0
      statements: {r: {sql: "select * from changed where id = 1", rows: 1}}
      transactions: {t: {do: r}}
      """;

  private static SqlJob job() {
    return switch (YamlClassReader.read("readall.yaml", JOB, _ -> Optional.empty())) {
      case YamlClass.Reading.Good(YamlClass file) -> new SqlJob(file);
      case YamlClass.Reading.Bad(List<Problem> problems) -> fail(problems.toString());
    };
  }

  /// Connector/J reads the new rows by the old columns, and fails for as long as it keeps the
  /// statement that it prepared.
  @ParameterizedTest
  @EnumSource
  void aColumnThatIsAddedInMidRunCostsNoMoreThanOneFailureAThread(LiveTarget live)
      throws Exception {
    try (Connection connection =
        DriverManager.getConnection(live.url(), live.user(), MariaDbServer.PASSWORD)) {
      Rows.run(connection, "drop table if exists changed");
      Rows.run(connection, "create table changed (id bigint primary key, a bigint)");
      Rows.run(connection, "insert into changed values (1, 1)");
      JobTester tester = live.target(JobTester.of(job())).threads(2);
      tester.prepare();
      try (TestRun run = tester.open()) {
        run.iterate(20);
        Rows.run(connection, "alter table changed add column b varchar(100) default 'new'");
        run.iterate(20);
      }
      Rows.run(connection, "drop table changed");
      assertTrue(
          tester.totals().transactions().failed() <= 2, tester.totals().failures()::toString);
      if (live == LiveTarget.MARIADB_BY_CONNECTOR_J) {
        assertEquals(
            List.of(ErrorClass.DRIVER, ErrorClass.DRIVER),
            tester.totals().failures().stream().map(one -> one.errorClass()).toList());
      }
    }
  }
}
