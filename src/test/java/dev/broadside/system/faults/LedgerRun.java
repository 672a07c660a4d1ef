package dev.broadside.system.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.Json;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import dev.broadside.system.harness.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// The ledger job as a real process, which runs until it is told to stop.
final class LedgerRun implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(90);

  /// Entries that the test wrote, and not the run.
  static final String INTRUDER = "intruder";

  private final Victim victim;
  private final Path json;
  private final Command command;
  private final int threads;

  private LedgerRun(Victim victim, Path json, Command command, int threads) {
    this.victim = victim;
    this.json = json;
    this.command = command;
    this.threads = threads;
  }

  /// Starts it, and waits until all its threads write.
  ///
  /// @param think of each thread, so that the database is busy with faults and not with load
  static LedgerRun start(Victim victim, Path json, int threads, int accounts, String think)
      throws SQLException {
    Command command =
        Command.start(
            "run",
            "ledger",
            "--url",
            victim.url(),
            "--user",
            Victim.LOADER,
            "--password-file",
            victim.passwordFile().toString(),
            "--threads",
            "" + threads,
            "--accounts",
            "" + accounts,
            "--think",
            think,
            "--duration",
            "10m",
            "--interval",
            "500ms",
            // Sessions are counted here, and the monitor's would be one.
            "--monitor",
            "off",
            "--json",
            json.toString(),
            "--ndjson",
            lines(json).toString());
    LedgerRun run = new LedgerRun(victim, json, command, threads);
    command.awaitText(PATIENCE, "(tps: )");
    run.awaitProgress();
    return run;
  }

  private static Path lines(Path json) {
    return json.resolveSibling(json.getFileName() + ".ndjson");
  }

  /// Waits until an interval knows since when the database has been up.
  void awaitUptime() {
    Await.until(
        PATIENCE,
        "the database's uptime in an interval",
        () -> {
          try (Stream<String> intervals = Files.lines(lines(json))) {
            return intervals.anyMatch(line -> line.contains("\"" + Figure.UP.id() + "\":"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        command::toString);
  }

  /// Waits until every thread has written something more.
  void awaitProgress() throws SQLException {
    List<Long> before = entriesByThread();
    await(
        "every thread to write on",
        () -> {
          List<Long> now = entriesByThread();
          return now.size() == threads
              && (before.size() < threads
                  || range(threads).allMatch(i -> now.get(i) > before.get(i)));
        });
  }

  private static java.util.stream.IntStream range(int count) {
    return java.util.stream.IntStream.range(0, count);
  }

  /// Waits until every thread has its session.
  void awaitAllConnected() {
    await("all threads to be connected", () -> victim.sessions().size() == threads);
  }

  private List<Long> entriesByThread() throws SQLException {
    return Victim.numbers(
        victim.control(),
        "select max(n) from broadside_ledger_entry where run_id <> '"
            + INTRUDER
            + "' group by thread_no order by thread_no");
  }

  /// Something that may be asked of a database.
  interface Question {
    boolean holds() throws SQLException;
  }

  void await(String what, Question question) {
    Await.until(
        PATIENCE,
        what,
        () -> {
          try {
            return question.holds();
          } catch (SQLException e) {
            throw new AssertionError(what, e);
          }
        },
        command::toString);
  }

  /// Stops it as a service manager would, and reads what it says of itself.
  Result stop() throws IOException, SQLException {
    command.terminate();
    assertEquals(143, command.awaitExit(PATIENCE), command::toString);
    long entries =
        victim.ask(
            "select count(*) from broadside_ledger_entry where run_id <> '" + INTRUDER + "'");
    return new Result(Json.mapper().readTree(Files.readString(json)), entries);
  }

  @Override
  public void close() {
    command.close();
  }

  /// What the run says of itself, and what stands in the ledger.
  record Result(JsonNode document, long entries) {
    private static final Duration CLOCKS = Duration.ofMillis(100);

    long summary(String field) {
      return document.at("/summary/" + field).asLong();
    }

    long failedBy(ErrorClass errorClass) {
      return document.at("/summary/failedBy/" + errorClass).asLong(0);
    }

    /// How often failures of a class were met, repetitions included.
    long met(ErrorClass errorClass) {
      return met(errorClass, _ -> true);
    }

    long met(ErrorClass errorClass, Predicate<JsonNode> which) {
      return StreamSupport.stream(document.path("errors").spliterator(), false)
          .filter(error -> error.path("errorClass").asString().equals(errorClass.name()))
          .filter(which)
          .mapToLong(error -> error.path("count").asLong())
          .sum();
    }

    /// The audit holds, and the ledger holds what was counted.
    void balances() {
      JsonNode audit = document.path("audit");
      assertEquals("BALANCED", audit.path("verdict").asString(), audit::toString);
      long ok = audit.path("ok").asLong();
      long uncertain = audit.path("uncertain").asLong();
      assertTrue(ok > 0 && entries >= ok && entries <= ok + uncertain, this::counted);
      audit
          .path("checks")
          .forEach(check -> assertTrue(check.path("holds").asBoolean(), check::toString));
    }

    /// However often connections broke, the database was started again once.
    void marksOneRestart() {
      List<JsonNode> starts =
          document
              .path("marks")
              .valueStream()
              .filter(mark -> mark.path("text").asString().contains("restarted"))
              .toList();
      assertEquals(1, starts.size(), () -> document.path("marks").toString());
      assertEquals("target", starts.getFirst().path("kind").asString());
      double at = starts.getFirst().path("atMillis").asDouble();
      assertTrue(at > 0, () -> starts + " is not in the run");
    }

    String counted() {
      return document.path("audit").path("sentence").asString()
          + ", entries "
          + entries
          + ", "
          + document.path("errors");
    }

    /// The first message of a class is kept, and its first time is that of the fault.
    void tells(ErrorClass errorClass, Instant provoked) {
      Instant started = Instant.parse(document.at("/job/startedAt").asString());
      long earliest = Duration.between(started, provoked).minus(CLOCKS).toMillis();
      for (JsonNode error : document.path("errors")) {
        if (error.path("errorClass").asString().equals(errorClass.name())) {
          long first = error.path("firstMillis").asLong();
          assertTrue(first >= earliest, () -> error + " came before it was provoked");
          assertTrue(first <= error.path("lastMillis").asLong(), error::toString);
          assertTrue(!error.path("message").asString().isBlank(), error::toString);
        }
      }
      assertTrue(met(errorClass) > 0, () -> "no " + errorClass + " in " + document.path("errors"));
    }
  }
}
