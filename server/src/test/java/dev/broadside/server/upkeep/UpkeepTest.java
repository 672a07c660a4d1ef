package dev.broadside.server.upkeep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.input.Filing;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.time.SystemTime;
import dev.broadside.server.Server;
import dev.broadside.server.ServerConfig;
import dev.broadside.server.http.TestServer;
import dev.broadside.server.jobs.TestRecords;
import dev.broadside.server.packs.PackFiles;
import dev.broadside.server.packs.PackInspector;
import dev.broadside.server.packs.PackLimits;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.security.Backup;
import dev.broadside.server.security.SetupException;
import dev.broadside.server.store.PlainBox;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.PackRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What need not be kept goes, room is told before it is gone, and a copy of a server that goes on
/// is a server.
final class UpkeepTest {
  @TempDir private Path folder;

  private ServerConfig config(Path data) {
    return ServerConfig.local(data, 0, "test");
  }

  @Test
  void jobsThatEndedLongAgoGoAndACopyBeforeHasThem() throws Exception {
    Path data = folder.resolve("data");
    Path copy = folder.resolve("copy");
    Server.start(config(data)).close();
    Instant now = Instant.parse("2026-03-01T12:00:00Z");
    try (ResultStore store = ResultStore.sqlite(data.resolve("broadside.db"), new PlainBox())) {
      ended(store, "old", now);
      ended(store, "young", now.plus(Duration.ofDays(36_500)));
    }
    try (Server server = Server.start(config(data))) {
      assertEquals(List.of("old", "young"), jobs(server));
      assertTrue(Backup.make(data, copy));
      assertThrows(SetupException.class, () -> Backup.make(data, copy));
    }
    KeepRules aDay =
        new KeepRules(
            Duration.ofHours(24),
            Duration.ofDays(7),
            Optional.of(Duration.ofDays(1)),
            Optional.empty(),
            0);
    try (Server server = Server.start(config(data).keeping(aDay))) {
      Await.until(() -> jobs(server), List.of("young")::equals);
    }
    try (Server server = Server.start(config(copy))) {
      assertEquals(List.of("old", "young"), jobs(server));
    }
    assertThrows(
        SetupException.class, () -> Backup.make(Files.createDirectory(folder.resolve("x")), copy));
  }

  @Test
  void aCopyWithinTheDataFolderWouldCopyItself() throws Exception {
    Path data = folder.resolve("data");
    Server.start(config(data)).close();
    Path inside = data.resolve("copies/one");
    SetupException refused = assertThrows(SetupException.class, () -> Backup.make(data, inside));
    assertEquals(
        List.of(inside + ": it lies in the data folder; name one outside of it."),
        refused.problems().stream().map(Problem::sentence).toList());
    assertFalse(Files.exists(data.resolve("copies")));
  }

  /// Whenever a pack comes: its file is there before the store names it.
  @Test
  void aBackupHasEveryPackThatItsStoreNames() throws Exception {
    Path data = folder.resolve("data");
    Server.start(config(data)).close();
    AtomicBoolean enough = new AtomicBoolean();
    try (ResultStore store = ResultStore.sqlite(data.resolve("broadside.db"), new PlainBox())) {
      PackStore packs =
          new PackStore(
              data.resolve("packs"),
              store.packs,
              new PackInspector(PackLimits.DEFAULT, PackTrust.ANYBODY),
              new SystemTime());
      CompletableFuture<Void> uploads = CompletableFuture.runAsync(() -> upload(packs, enough));
      try {
        for (int i = 0; i < 20; i++) {
          Path copy = folder.resolve("copy-" + i);
          assertTrue(Backup.make(data, copy));
          assertEquals(List.of(), missing(copy));
        }
      } finally {
        enough.set(true);
      }
      uploads.join();
      Files.delete(data.resolve("packs").resolve(packs.all().getFirst().sha256() + ".jar"));
    }
    SetupException refused =
        assertThrows(SetupException.class, () -> Backup.make(data, folder.resolve("last")));
    String sentence = refused.problems().getFirst().sentence();
    assertTrue(sentence.contains("the copy lacks pack sha256:"), sentence);
  }

  private static void upload(PackStore packs, AtomicBoolean enough) {
    for (int i = 0; !enough.get(); i++) {
      try {
        Path draft = packs.newDraft();
        Files.write(draft, PackFiles.good("1." + i));
        packs.install(draft);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static List<String> missing(Path copy) {
    try (ResultStore store = ResultStore.sqlite(copy.resolve("broadside.db"), new PlainBox())) {
      return store.packs.all().stream()
          .map(PackRow::sha256)
          .filter(sha256 -> Files.notExists(copy.resolve("packs").resolve(sha256 + ".jar")))
          .toList();
    }
  }

  /// What holds for a folder holds in place of what holds for all, also in the folders inside it.
  @Test
  void aFoldersOwnRuleHoldsInPlaceOfTheServers() throws Exception {
    Path data = folder.resolve("data");
    Server.start(config(data)).close();
    Instant now = Instant.parse("2026-03-01T12:00:00Z");
    try (ResultStore store = ResultStore.sqlite(data.resolve("broadside.db"), new PlainBox())) {
      for (String id : List.of("nowhere", "nightly", "nightly-mysql", "releases", "released")) {
        ended(store, id, now);
      }
      for (int i = 0; i < 4; i++) {
        ended(store, "big-" + i, now.plusSeconds(i));
        String line = "{\"line\":\"" + "x".repeat(1_000) + "\"}";
        store.runs.addLog(
            "big-" + i, List.of(new RunTable.Entry(0, 100 + i, line)), RunTable.NumberRange.NONE);
        file(store, "big-" + i, "big");
      }
      file(store, "nightly", "nightly");
      file(store, "nightly-mysql", "nightly/mysql");
      file(store, "releases", "releases");
      file(store, "released", "releases-old");
    }
    KeepRules rules =
        new KeepRules(
            Duration.ofHours(24),
            Duration.ofDays(7),
            Optional.of(Duration.ofDays(1)),
            Optional.empty(),
            0,
            List.of(
                new FolderRule("nightly", Optional.of(Duration.ofDays(36_500)), Optional.empty()),
                new FolderRule("nightly/mysql", Optional.of(Duration.ofHours(1)), Optional.empty()),
                new FolderRule("releases", Optional.empty(), Optional.empty()),
                new FolderRule("big", Optional.empty(), Optional.of(2_500L))));
    try (Server server = Server.start(config(data).keeping(rules))) {
      Await.until(() -> jobs(server), List.of("big-2", "big-3", "nightly", "releases")::equals);
      Await.until(() -> kept(server), text -> !text.isEmpty());
      JsonNode kept = Json.mapper().readTree(kept(server));
      assertEquals(
          List.of("", "big", "nightly", "nightly/mysql", "releases"),
          kept.valueStream().map(rule -> rule.path("folder").asString()).toList());
      assertEquals(
          List.of(0, 2, 1, 0, 1),
          kept.valueStream().map(rule -> rule.path("jobs").asInt()).toList());
      assertEquals(1, kept.at("/0/days").asDouble());
      assertFalse(kept.get(0).has("daysLeft"));
      assertEquals(2_500, kept.at("/1/mostBytes").asLong());
      assertTrue(kept.at("/1/bytes").asLong() > 2_000, kept::toString);
      assertEquals(36_500, kept.at("/2/days").asDouble());
      assertTrue(
          kept.at("/2/daysLeft").asDouble() > 30_000 && kept.at("/2/daysLeft").asDouble() < 36_501,
          kept::toString);
      assertFalse(kept.get(4).has("days"));
    }
  }

  /// What `GET /api/v1/server` says of it, as JSON; empty before the first look.
  private static String kept(Server server) {
    JsonNode kept = Json.mapper().readTree(body(server, "/api/v1/server")).path("kept");
    return kept.isEmpty() ? "" : kept.toString();
  }

  private static void file(ResultStore store, String id, String folder) {
    store.jobs.file(id, filing -> new Filing(folder, filing.tags()));
  }

  private static void ended(ResultStore store, String id, Instant at) {
    Job job = TestRecords.job(id);
    JobState done = new JobState.Done(at, new Outcome.Cancelled("somebody"));
    store.jobs.add(
        new Job(id, job.spec().withSecrets(Map.of()), done, List.of(), at),
        new JobCode("t", List.of("op"), "pack@1"));
  }

  private static List<String> jobs(Server server) {
    return Json.mapper()
        .readTree(body(server, "/api/v1/jobs"))
        .path("jobs")
        .valueStream()
        .map(job -> job.path("id").asString())
        .sorted()
        .toList();
  }

  private static String body(Server server, String path) {
    URI uri = server.address().resolve(path);
    Path data = server.data();
    try (HttpClient client = TestServer.client(data)) {
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .header("Authorization", "Bearer " + TestServer.adminToken(data))
              .build();
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void daysThatAreLeftFollowFromTheGrowthOfTheLastDay() {
    DiskUse.Growth growth = new DiskUse.Growth();
    long gib = 1L << 30;
    long hour = Duration.ofHours(1).toNanos();
    assertEquals(Optional.empty(), growth.perDay(0, 5 * gib));
    double perDay = growth.perDay(6 * hour, 8 * gib).orElseThrow();
    assertEquals(12.0 * gib, perDay, 1);

    DiskUse enough = DiskUse.of(100 * gib, gib, Optional.of(8 * gib), Optional.of(perDay));
    assertEquals(8.25, enough.daysLeft().orElseThrow(), 0.01);
    assertEquals("", enough.sentence());
    DiskUse little = DiskUse.of(13 * gib, gib, Optional.of(8 * gib), Optional.of(perDay));
    assertTrue(little.sentence().contains("is full in 1 d"), little.sentence());
    DiskUse less = DiskUse.of(gib / 2, gib, Optional.of(8 * gib), Optional.of(-1.0));
    assertTrue(
        less.sentence().contains("has 512 MiB free, less than the 1 GiB wanted"), less.sentence());
    assertEquals(Optional.empty(), less.daysLeft());
  }
}
