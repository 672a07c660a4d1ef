package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.Totals;
import dev.broadside.jobs.ledger.Ledger;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A password that a program prints, and that changes during the load.
class PasswordCommandTest {
  @TempDir Path folder;
  private Path secret;
  private Path calls;

  @BeforeEach
  void files() {
    secret = folder.resolve("secret");
    calls = folder.resolve("calls");
  }

  private String program(String lines) throws IOException {
    Path program = folder.resolve("password");
    Files.writeString(program, "#!/bin/sh\n" + lines + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program.toString();
  }

  private void identify(LiveTarget live, String verb, String password)
      throws SQLException, IOException {
    Target target = Target.of(live.target(JobTester.of(new Ledger())).values());
    try (Connection connection = target.connect(Target.Purpose.SET_UP)) {
      for (String host : List.of("%", "localhost")) {
        Rows.run(
            connection,
            "%s user 'rotating'@'%s' identified by '%s'".formatted(verb, host, password));
        Rows.run(connection, "grant all on test.* to 'rotating'@'%s'".formatted(host));
      }
    }
    Files.writeString(secret, password + "\n");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = "POSTGRESQL") // which trusts the loopback here
  void aPasswordThatChangesDuringTheLoadIsAskedForAgain(LiveTarget live) throws Exception {
    identify(live, "create or replace", "one");
    JobTester job =
        live.target(JobTester.of(new Ledger()))
            .threads(2)
            .with("user", "rotating")
            .with("password", "")
            .with(
                "password-command",
                program("echo asked >> '%s'; cat '%s'".formatted(calls, secret)))
            .with("reconnect", "transaction");
    job.prepare();
    try (TestRun run = job.open()) {
      long before = asked();
      run.iterate(10);
      assertEquals(before, asked());
      identify(live, "alter", "two");
      run.iterate(10);
      assertEquals(before + 1, asked());
    }
    assertEquals(List.of(), job.totals().failures());
    assertEquals(new Totals(20, 0, 0, 0), job.totals().operation("connect"));
    job.verifyHolds();
  }

  private long asked() throws IOException {
    return Files.readAllLines(calls).size();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo hush >&2; echo hush; exit 3 | ended with status 3",
        "true | printed nothing",
        "echo hush; echo hush | printed more than one line"
      })
  void aProgramThatPrintsNoPasswordIsSaidToBeOneAndWhatItPrintedIsNot(String lines, String why)
      throws Exception {
    String program = program(lines);
    List<String> told =
        JobTester.onH2(new Ledger()).with("password-command", program + " word").refusals();
    assertEquals(1, told.size(), told::toString);
    assertTrue(told.getFirst().startsWith("parameter password-command: "), told::toString);
    assertTrue(told.getFirst().contains(why), told::toString);
    assertFalse(told.getFirst().contains("hush"), told::toString);
  }

  @Test
  void aPasswordOrACommandButNotBoth() throws Exception {
    JobTester job = JobTester.onH2(new Ledger()).with("password-command", "/bin/echo x");
    assertEquals(List.of(), job.refusals());
    assertTrue(job.with("password", "y").refusals().getFirst().contains("not both"));
    job.with("password", "").with("password-command", "/bin/echo 'x");
    assertTrue(job.refusals().getFirst().contains("a quote is not closed"));
  }

  @Test
  void anAgentRunsOnlyWhatItsOperatorAllows() throws Exception {
    String program = program("echo asked >> '%s'; echo x".formatted(calls));
    ParameterValues values =
        JobTester.onH2(new Ledger()).with("password-command", program).values();
    List<Problem> problems = new Ledger().trial(new Unasked(values));
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().mend().contains("--allow-tools"), problems::toString);
    assertEquals(problems, new Ledger().reach(new Unasked(values)));
    assertFalse(Files.exists(calls));
  }

  /// A job on an agent whose operator allows nothing.
  private record Unasked(ParameterValues values) implements JobContext {
    @Override
    public long seed() {
      return 1;
    }

    @Override
    public int totalThreads() {
      return 1;
    }

    @Override
    public int agentCount() {
      return 1;
    }

    @Override
    public void progress(String step, long done, long total) {}

    @Override
    public boolean stopping() {
      return false;
    }
  }
}
