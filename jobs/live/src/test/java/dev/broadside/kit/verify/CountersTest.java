package dev.broadside.kit.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A database's own counts beside ours: held against them, or said why not.
class CountersTest {
  private static JobTester ran(LiveTarget live) throws Exception {
    JobTester tester =
        live.target(JobTester.of(new Igenoltp()))
            .with("scale", "0.01")
            .with("table-prefix", "counted_");
    tester.prepare();
    try (TestRun run = tester.open()) {
      run.iterate(20);
    }
    return tester;
  }

  private static List<Check> own(Verification verification) {
    return verification.checks().stream()
        .filter(check -> check.name().startsWith("database's own"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void theDatabasesOwnCountsAreHeldAgainstTheRun(LiveTarget live) throws Exception {
    List<Check> checks = own(ran(live).verify());
    assertEquals(
        List.of("commits", "deletes", "inserts"),
        checks.stream().map(check -> check.name().replaceFirst(".* ", "")).sorted().toList(),
        checks::toString);
    assertTrue(checks.stream().allMatch(Check::holds), checks::toString);
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL") // which can be told to count anew, as it does after a crash
  void countersThatBeganAnewAreNotHeldAgainstTheRun(LiveTarget live) throws Exception {
    JobTester tester = ran(live);
    Target target = Target.of(tester.values());
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      Rows.run(connection, "select pg_stat_reset()");
    }
    Verification verification = tester.verify();
    assertEquals(Verification.Verdict.HOLDS, verification.verdict());
    assertEquals(3, own(verification).size());
    for (Check check : own(verification)) {
      assertTrue(check.unchecked(), check::toString);
      assertEquals("cannot be checked", check.word());
      assertEquals(
          "the database was started again during the run, or its counters were set back",
          check.detail());
    }
  }
}
