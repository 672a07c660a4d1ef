package dev.broadside.server.upkeep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.server.http.TestServer;
import dev.broadside.server.jobs.TestRecords;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.row.JobCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What the retention rules may delete at all: nothing because of a clock that was set, never much
/// at once, and nothing that cannot be brought back for a day.
final class RetentionTest {
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");
  private static final Duration YEAR = Duration.ofDays(365);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private final ManualTime time = new ManualTime(START);
  private Optional<TestServer> server = Optional.empty();

  @AfterEach
  void stop() {
    server.ifPresent(TestServer::close);
    server = Optional.empty();
  }

  private static KeepRules keeping(Optional<Duration> jobs, Optional<Long> bytes) {
    return new KeepRules(Duration.ofHours(24), Duration.ofDays(7), jobs, bytes, 0);
  }

  private static KeepRules days(int days) {
    return keeping(Optional.of(Duration.ofDays(days)), Optional.empty());
  }

  private void restart(KeepRules rules) throws Exception {
    stop();
    server = Optional.of(TestServer.start(folder, time, config -> config.keeping(rules)));
    look();
  }

  /// Lets the server look once more, and gives back what it says then.
  private JsonNode look() {
    time.advance(MINUTE);
    Await.until(
        () -> TestServer.json(server().get("/api/v1/server")).path("kept"),
        kept -> !kept.isEmpty());
    return status();
  }

  private JsonNode status() {
    return TestServer.json(server().get("/api/v1/server"));
  }

  private TestServer server() {
    return server.orElseThrow();
  }

  private static int ended(JsonNode status) {
    return status.at("/kept/0/jobs").asInt();
  }

  /// Looks again and again until so many jobs that have ended are left.
  private void left(int jobs) {
    Await.until(this::look, status -> ended(status) == jobs);
  }

  private void waiting(String words) {
    Await.until(
        this::look,
        status -> {
          String waiting = status.path("waiting").asString();
          return words.isEmpty() ? waiting.isEmpty() : waiting.contains(words);
        });
  }

  private String shown(String query) {
    return TestServer.json(server().get("/api/v1/jobs?query=" + query))
        .path("jobs")
        .valueStream()
        .map(job -> job.path("id").asString())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  /// A store with jobs that ended one after another, the first at a moment.
  private void jobs(int count, Instant at, int bytesEach) throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    try (ResultStore store = ResultStore.sqlite(data.resolve("broadside.db"), new PlainBox())) {
      for (int i = 0; i < count; i++) {
        String id = "job-%03d".formatted(i);
        Instant end = at.plusSeconds(i);
        Job job = TestRecords.job(id);
        JobState done = new JobState.Done(end, new Outcome.Cancelled("somebody"));
        store.jobs.add(
            new Job(id, job.spec().withSecrets(Map.of()), done, List.of(), end),
            new JobCode("t", List.of("op"), "pack@1"));
        String line = "{\"line\":\"" + "x".repeat(bytesEach) + "\"}";
        store.runs.addLog(
            id, List.of(new RunTable.Entry(0, 100 + i, line)), RunTable.NumberRange.NONE);
      }
    }
  }

  @Test
  void aYearAheadWithJobsKeptForNinetyDaysLosesNothing() throws Exception {
    jobs(5, START.minus(Duration.ofDays(1)), 1);
    restart(days(90));
    left(5);

    time.stepClock(YEAR);
    waiting("5 jobs would be deleted by the retention rules, but this host's clock says 2027-");
    time.advance(Duration.ofDays(20));
    waiting("but this host's clock says 2027-");
    restart(days(90));
    waiting("but this host's clock says 2027-");
    assertEquals(5, ended(look()));
    time.stepClock(YEAR.negated());
    waiting("");
    left(5);

    time.stepClock(YEAR.multipliedBy(-2));
    restart(days(90));
    left(5);
    time.stepClock(YEAR.multipliedBy(3));
    restart(days(90));
    waiting("but this host's clock says 2027-");
    assertEquals(5, ended(look()));
    time.stepClock(YEAR.negated());
    restart(days(90));
    waiting("");
    left(5);
    assertEquals("", shown("state:deleted"));
  }

  @Test
  void whatSomebodyVouchesForGoesAndComesBackToStay() throws Exception {
    jobs(20, START.minus(Duration.ofDays(1)), 1);
    restart(days(90));
    left(20);
    time.stepClock(YEAR);
    waiting("20 jobs would be deleted");

    assertEquals(
        "", TestServer.json(server().post("/api/v1/server/upkeep")).path("waiting").asString());
    left(0);
    waiting("");
    assertEquals(20, shown("state:deleted").split(" ").length);
    assertEquals(200, server().post("/api/v1/jobs/job-003/restore").statusCode());
    time.advance(Duration.ofDays(2));
    Await.until(
        () -> {
          look();
          return shown("state:deleted");
        },
        ""::equals);
    left(1);
    assertEquals("job-003", shown("*"));
  }

  /// Also where it was deleted before the clock was believed.
  @Test
  void whatIsDeletedAfterThreeDaysOffCanBeBroughtBackForADay() throws Exception {
    jobs(1, START, 1);
    restart(KeepRules.DEFAULT);
    left(1);
    time.stepClock(Duration.ofDays(3));
    restart(KeepRules.DEFAULT);
    assertEquals(
        200, server().send(server().request("/api/v1/jobs/job-000").DELETE()).statusCode());
    left(0);
    time.advance(TrustedClock.PROOF.plusHours(16));
    for (int i = 0; i < 3; i++) {
      look();
    }
    assertEquals(200, server().post("/api/v1/jobs/job-000/restore").statusCode());
  }

  @Test
  void noMoreThanATenthOfAllJobsGoesInADay() throws Exception {
    jobs(200, START.minus(Duration.ofDays(9)), 1);
    restart(days(1));
    left(180);
    waiting("180 jobs would be deleted by the retention rules, more than the tenth of all jobs");
    restart(days(1));
    assertEquals(180, ended(look()));
    time.advance(Duration.ofHours(22));
    assertEquals(180, ended(look()));
    time.advance(Duration.ofHours(3));
    left(162);
    waiting("162 jobs would be deleted");
  }

  /// What is deleted takes its room for a day more, and is not deleted twice for it.
  @Test
  void whatTakesTooMuchCanBeBroughtBackForADay() throws Exception {
    jobs(10, START.minus(Duration.ofDays(1)), 100_000);
    restart(keeping(Optional.empty(), Optional.of(700_000L)));
    Await.until(this::look, status -> ended(status) < 10);
    int left = ended(look());
    assertTrue(left >= 3 && left <= 6, () -> left + " are left");
    for (int i = 0; i < 5; i++) {
      assertEquals(left, ended(look()));
    }
    assertTrue(shown("state:deleted").startsWith("job-000 job-001 job-002"));
    time.advance(Duration.ofDays(1));
    Await.until(
        () -> {
          look();
          return shown("state:deleted");
        },
        ""::equals);
    assertEquals(left, ended(look()));
  }
}
