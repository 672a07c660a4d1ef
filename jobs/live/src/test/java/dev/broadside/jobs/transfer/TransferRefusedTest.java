package dev.broadside.jobs.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.JobClass;
import dev.broadside.jobs.ledger.Ledger;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Of a target that does not let an author's job class in, a user is told what is told of ours: one
/// sentence.
class TransferRefusedTest {

  private static void refusedAsOurs(LiveTarget live, UnaryOperator<JobTester> wrong, String mend)
      throws Exception {
    List<String> ours = refusals(live, new Ledger(), wrong);
    assertEquals(ours, refusals(live, new Transfer(), wrong));
    assertEquals(1, ours.size(), ours::toString);
    assertEquals(mend + ".", ours.getFirst().split("; ", 2)[1]);
  }

  private static List<String> refusals(
      LiveTarget live, JobClass jobClass, UnaryOperator<JobTester> wrong) throws Exception {
    return wrong.apply(live.target(JobTester.of(jobClass))).refusals().stream()
        .map(sentence -> sentence.replaceAll("conn=\\d+", "conn=1"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL") // which trusts the loopback
  void aWrongPassword(LiveTarget live) throws Exception {
    refusedAsOurs(live, job -> job.with("password", "wrong"), "give the right user and password");
  }

  @ParameterizedTest
  @EnumSource
  void aMissingDatabase(LiveTarget live) throws Exception {
    String url = live.url().replaceAll("/[a-z]+$", "/missing");
    refusedAsOurs(live, job -> job.with("url", url), "create it, or name an existing one");
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIsNotThere(LiveTarget live) throws Exception {
    String url = live.url().replace(":" + live.port(), ":1");
    List<String> ours = refusals(live, new Ledger(), job -> job.with("url", url));
    assertEquals(ours, refusals(live, new Transfer(), job -> job.with("url", url)));
    assertEquals(1, ours.size(), ours::toString);
  }

  @ParameterizedTest
  @EnumSource
  void missingPrivileges(LiveTarget live) throws Exception {
    JobTester owner = live.target(JobTester.of(new Transfer()));
    try (Connection connection = Target.of(owner.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, "create table looked_at (id int)");
      live.makeLooker(connection);
      assertEquals(
          List.of(
              "parameter user: the user lacks CREATE, INSERT, UPDATE on this database; grant what"
                  + " is missing, or name another user."),
          refusals(live, new Transfer(), job -> job.with("user", "looker").with("password", "r")));
      Rows.run(connection, "drop table looked_at");
    }
  }
}
