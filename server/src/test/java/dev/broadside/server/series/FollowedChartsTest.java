package dev.broadside.server.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.jobs.TestRecords;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The charts of a run that goes on are at hand for the first look. What that need not read is
/// taken away before it.
final class FollowedChartsTest {
  private final EventOrder events = new EventOrder(0, 0);

  @TempDir private Path folder;
  private ResultStore store;
  private SeriesCache charts;

  @BeforeEach
  void start() {
    store = ResultStore.sqlite(file(), new PlainBox());
    charts = new SeriesCache(store, events);
  }

  @AfterEach
  void stop() {
    store.close();
  }

  private Path file() {
    return folder.resolve("broadside.db");
  }

  private void follow() {
    charts.follow(store.jobs.loaded());
  }

  private static Job job(String id, JobState state) {
    Job job = TestRecords.job(id);
    return new Job(id, job.spec().withSecrets(Map.of()), state, List.of(), ScriptedCluster.NOON);
  }

  private void begin(String id) {
    store.jobs.add(
        job(id, new JobState.Running(ScriptedCluster.NOON)),
        new JobCode("t", List.of("op"), "pack@1"));
  }

  private void end(String id) {
    JobState done = new JobState.Done(ScriptedCluster.NOON, new Outcome.Completed());
    store.jobs.save(job(id, done), List.of());
  }

  /// In each interval one transaction ends well.
  private void keep(String id, int from, int to) {
    keep(id, from, to, false);
  }

  private static String document(int index) {
    return """
    {"index": %d, "startMillis": %d, "lengthMillis": 1000.0, "phase": "measure", "threads": 4,
     "missing": [], "begun": 1, "transactions": 1, "failed": 0, "failedBy": {},
     "uncertain": 0, "retried": 0, "measures": {"throughput": 1},
     "latencyMillis": {"count": 1, "stdDev": 0, "clamped": 0, "p50": 1.0, "p95": 2.0, "p99": 3.0}, "operations": {},
     "generator": {"processCpu": 0.25, "hostCpu": -1, "cpuWait": 0.5}}
    """
        .formatted(index, index * 1_000);
  }

  /// They are as they were, and nobody knows whether they were told: so a server that is started
  /// again keeps those that it adds up again.
  private void keepAnew(String id, int from, int to) {
    keep(id, from, to, true);
  }

  private void keep(String id, int from, int to, boolean anew) {
    events.add(
        numbers ->
            store.runs.addIntervals(
                id,
                IntStream.range(from, to)
                    .mapToObj(i -> new Entry(i, numbers.getAsLong(), document(i)))
                    .toList(),
                anew),
        _ -> {});
  }

  private void takeAwayAllBefore(int index) {
    execute("DELETE FROM intervals WHERE interval_index < " + index);
  }

  /// Whoever reads one of them fails.
  private void damage(int from, int to) {
    execute(
        "UPDATE intervals SET document = X'00' WHERE interval_index >= %d AND interval_index < %d"
            .formatted(from, to));
  }

  private void execute(String sql) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private long counted(String id) {
    SeriesDocument series = charts.of(id, false, 0);
    assertFalse(series.read().more());
    return series.totals().ok();
  }

  @Test
  void firstLookReadsOnlyWhatCameSinceTheLastTime() {
    begin("job");
    keep("job", 0, 2_000);
    follow();
    keep("job", 2_000, 2_330);
    takeAwayAllBefore(1_500);

    assertEquals(2_330, counted("job"));
  }

  /// A page of 500 for each of them were 63,000 rows after a restart, and the look waited for all.
  @Test
  void ofIntervalsThatAreToldAnewOnlyTheirBucketsAreRead() {
    begin("job");
    keep("job", 0, 2_400);
    follow();
    keepAnew("job", 1_001, 1_101);
    // In a bucket are two. Beside theirs the one before it is looked at, and the newest of all.
    damage(0, 999);
    damage(1_102, 2_399);

    assertEquals(2_400, counted("job"));
  }

  @Test
  void thereIsRoomForTheRunsThatSomebodyLooksAt() {
    begin("looked");
    keep("looked", 0, 500);
    end("looked");
    assertEquals(500, counted("looked"));
    List<String> many = IntStream.range(0, 12).mapToObj(i -> "job-" + i).toList();
    many.forEach(this::begin);
    many.forEach(job -> keep(job, 0, 500));
    follow();
    follow();
    takeAwayAllBefore(500);

    assertEquals(500, counted("looked"));
    store.jobs.loaded().subList(0, 4).forEach(job -> assertEquals(500, counted(job), job));
  }

  @Test
  void runThatCannotBeReadHoldsUpNoOther() {
    begin("bad");
    begin("good");
    keep("good", 0, 500);
    events.add(
        numbers ->
            store.runs.addIntervals("bad", List.of(new Entry(500, numbers.getAsLong(), "{]"))),
        _ -> {});
    follow();
    takeAwayAllBefore(500);

    assertEquals(500, counted("good"));
  }
}
