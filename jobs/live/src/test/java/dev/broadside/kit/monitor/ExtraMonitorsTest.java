package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.core.work.TargetMonitor.Extra;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.transfer.Transfer;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Queries and further databases beside a job on real databases.
@Timeout(120)
class ExtraMonitorsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static JobTester tester(LiveTarget live) throws Exception {
    JobTester tester =
        live.target(JobTester.of(new Transfer()))
            .with("accounts", "1000")
            .with("table-prefix", "extra" + live.ordinal() + "_");
    tester.prepare();
    return tester;
  }

  private static TargetMonitor asking(JobTester tester, String statement) {
    return tester.monitor(new Extra.Query("mon.q", statement, "rows", SECOND)).orElseThrow();
  }

  private static List<String> ids(TargetMonitor monitor) throws Exception {
    return monitor.figures().stream().map(Figure::id).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aQueryGivesANumberOrRowsOfNameAndNumber(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String account = "extra" + live.ordinal() + "_account";
    try (TargetMonitor one = asking(tester, "select count(*) from " + account);
        TargetMonitor rows = asking(tester, "select 'b c', 2.5 union select 'a', null");
        TargetMonitor none = asking(tester, "select id from " + account + " where id < 0")) {
      assertEquals(List.of("mon.q"), ids(one));
      assertArrayEquals(new double[] {1_000}, one.read());
      List<String> named = ids(rows);
      assertEquals(List.of("mon.q.a", "mon.q.b_c"), named.stream().sorted().toList());
      double[] read = rows.read();
      assertEquals(2.5, read[named.indexOf("mon.q.b_c")]);
      assertTrue(Double.isNaN(read[named.indexOf("mon.q.a")]));
      assertEquals(List.of("mon.q"), ids(none));
      assertArrayEquals(new double[] {Double.NaN}, none.read());
      rows.read();
      String gap =
          "the query answered NULL or no row: that is no number, so the figure has a gap; let the"
              + " query always give a number, such as with coalesce";
      assertEquals(List.of("monitor q: a: " + gap), told(rows));
      assertEquals(List.of(": " + gap), told(none));
      assertEquals(List.of(), told(none));
    }
  }

  private static List<String> told(TargetMonitor monitor) {
    return monitor.omissions().stream().map(one -> one.operation() + ": " + one.message()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aQuerySeesWhatTheLoadHasCommitted(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String account = "extra" + live.ordinal() + "_account";
    try (TargetMonitor monitor =
            asking(tester, "select count(*) from " + account + " where balance = -77");
        Connection other = Target.of(tester.values()).connect(Target.Purpose.SET_UP)) {
      monitor.figures();
      assertArrayEquals(new double[] {0}, monitor.read());
      Rows.run(other, "update " + account + " set balance = -77 where id = 1");
      assertArrayEquals(new double[] {1}, monitor.read());
      Rows.run(other, "update " + account + " set balance = 1000 where id = 1");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aQueryOnlyReads(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String account = "extra" + live.ordinal() + "_account";
    String change =
        live == LiveTarget.POSTGRESQL
            ? "with gone as (delete from " + account + " returning 1) select count(*) from gone"
            : "select nextval(extra_sequence)";
    if (live != LiveTarget.POSTGRESQL) {
      try (Connection other = Target.of(tester.values()).connect(Target.Purpose.SET_UP)) {
        Rows.run(other, "create sequence if not exists extra_sequence");
      }
    }
    try (TargetMonitor monitor = asking(tester, change)) {
      assertThrows(SQLException.class, monitor::figures);
    }
  }

  @ParameterizedTest
  @EnumSource
  void wrongQueriesAreToldInOneSentence(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor wide = asking(tester, "select 1, 2, 3");
        TargetMonitor text = asking(tester, "select 'x'");
        TargetMonitor several = asking(tester, "select 1 union select 2");
        TargetMonitor absent = asking(tester, "select * from nowhere")) {
      assertEquals(
          "the query gives 3 columns; let it give a number, or a name and a number",
          assertThrows(SQLException.class, wide::figures).getMessage());
      assertEquals(
          "the query gives several rows; let it give one, or a name in each",
          assertThrows(SQLException.class, several::figures).getMessage());
      assertThrows(SQLException.class, text::figures);
      assertThrows(SQLException.class, absent::figures);
    }
  }

  @ParameterizedTest
  @EnumSource
  void moreRowsThanTwentyAreLeftOut(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String many = "select id, balance from extra" + live.ordinal() + "_account where id < 100";
    try (TargetMonitor monitor = asking(tester, many)) {
      assertEquals(20, monitor.figures().size());
      assertEquals(20, monitor.read().length);
      assertEquals(
          List.of("only the first 20 rows are kept; the query gives more"),
          monitor.omissions().stream().map(Failure::message).toList());
    }
  }

  private static double value(TargetMonitor monitor, List<String> ids, String id) throws Exception {
    return monitor.read()[ids.indexOf(id)];
  }

  @ParameterizedTest
  @EnumSource
  void aFurtherDatabaseHasFiguresOfItsOwn(LiveTarget live) throws Exception {
    LiveTarget other = live == LiveTarget.POSTGRESQL ? LiveTarget.MARIADB : LiveTarget.POSTGRESQL;
    JobTester tester = tester(live);
    Map<String, String> address =
        Map.of("url", other.url(), "user", other.user(), "driver-properties", "");
    try (TargetMonitor own = tester.monitor().orElseThrow();
        TargetMonitor replica =
            tester.monitor(new Extra.Database("mon.replica1", address, SECOND)).orElseThrow()) {
      List<Figure> figures = replica.figures();
      List<String> ids = figures.stream().map(Figure::id).toList();
      assertTrue(ids.stream().allMatch(id -> id.startsWith("mon.replica1.")), ids::toString);
      assertTrue(
          figures.stream().allMatch(figure -> figure.section().startsWith("Database replica1, ")));
      assertTrue(figures.stream().noneMatch(figure -> figure.shareOf().startsWith("db.")));
      assertTrue(own.figures().stream().map(Figure::id).noneMatch(ids::contains));
      assertTrue(value(replica, ids, "mon.replica1.connections") >= 1);
      assertTrue(value(replica, ids, "mon.replica1.watched") > 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReplicaThatIsAwayAtFirstHasTheFiguresOfItsKind(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    int nobody;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = closed.getLocalPort();
    }
    String url = live.url().replace(":" + live.port() + "/", ":" + nobody + "/");
    try (TargetMonitor away =
            tester.monitor(new Extra.Database("mon.r", Map.of("url", url), SECOND)).orElseThrow();
        TargetMonitor there =
            tester.monitor(new Extra.Database("mon.r", Map.of(), SECOND)).orElseThrow()) {
      assertEquals(ids(there), ids(away));
      String message = assertThrows(SQLException.class, away::read).getMessage();
      assertTrue(message.startsWith("the database's own figures are unknown until"), message);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWrongAddressIsRefused(LiveTarget live) throws Exception {
    JobTester tester = tester(live);

    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    tester.monitor(
                        new Extra.Database("mon.r", Map.of("url", "jdbc:nothing:x"), SECOND)))
            .getMessage();

    assertTrue(message.startsWith("parameter url: "), message);
  }
}
