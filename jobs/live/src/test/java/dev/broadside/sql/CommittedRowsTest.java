package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is counted as done is there, and what is counted as a statement was sent.
class CommittedRowsTest {
  private static SqlJob job(String text) {
    return switch (YamlClassReader.read("test.yaml", text, _ -> Optional.empty())) {
      case YamlClass.Reading.Good(YamlClass file) -> new SqlJob(file);
      case YamlClass.Reading.Bad(List<Problem> problems) -> fail(problems.toString());
    };
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL") // whose driver alone knows it
  void everyRowThatIsCountedIsThereWhereTheServerCommitsNothing(LiveTarget live) throws Exception {
    JobTester tester =
        live.target(
                JobTester.of(
                    job(
                        """
                        job-class: ac
                        version: 1.0
                        auto-commit: true
                        tables: {ac: {create: "create table ac (id bigint primary key)${options}"}}
                        statements: {ins: {sql: "insert into ac (id) values (:id)", with: {id: "sequence(1)"}, rows: 1}}
                        transactions: {q: {do: ins}}
                        """)))
            .with("driver-properties", "sessionVariables=autocommit=0");
    tester.run(5);
    Target target = Target.of(tester.values());
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      assertEquals(5, Rows.whole(connection, "select count(*) from ac"));
      Rows.run(connection, "drop table ac");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyCommitThatIsCountedWasSent(LiveTarget live) throws Exception {
    try (Proxy proxy = new Proxy(live.port())) {
      JobTester tester =
          live.target(
                  JobTester.of(
                      job(
                          """
                          job-class: once
                          version: 1.0
                          statements: {one: select 1}
                          transactions: {t: {do: one}}
                          """)))
              .with("url", live.url(proxy));
      tester.prepare();
      try (TestRun run = tester.open()) {
        run.iterate(1);
        long before = proxy.trips();
        run.iterate(3);
        assertEquals(3 + 3, proxy.trips() - before);
      }
      assertEquals(4, tester.totals().operation("commit").ok());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommitThatHasNothingToCommitIsNeitherSentNorCounted(LiveTarget live) throws Exception {
    JobTester tester =
        live.target(
            JobTester.of(
                job(
                    """
                    job-class: twice
                    version: 1.0
                    statements: {one: select 1}
                    transactions: {t: {do: [one, commit, commit, think: 0]}}
                    """)));
    tester.prepare();
    try (TestRun run = tester.open()) {
      long before = run.trips();
      run.iterate(3);
      assertEquals(3 + 3, run.trips() - before);
    }
    assertEquals(3, tester.totals().operation("commit").ok());
  }
}
