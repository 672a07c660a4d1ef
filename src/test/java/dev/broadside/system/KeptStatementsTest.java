package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.MariaDb;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What a result keeps of a real database's work in words: its slowest transactions, and its
/// deadlocks.
class KeptStatementsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// Between the end of a nap by the database's clock and by the run's axis, which are those of one
  /// host.
  private static final Duration SLACK = Duration.ofMillis(300);

  private static final String TABLE =
      """
      tables:
        hot:
          create: create table hot (id ${whole} not null primary key, n ${whole} not null)${options}
          rows: 4
          columns: {id: row, n: 0}
      """;

  /// One in a few hundred transactions takes a nap in the database, which writes down who napped
  /// until when.
  private static final String NAPS =
      """
      job-class: naps
      %s  naps:
          create: create table naps (who ${whole}, slept varchar(9), until ${whole})${options}
      statements:
        read: {sql: select n from hot where id = 1, into: n}
        nap: {sql: "%%s"}
      transactions:
        usual: {weight: 300, do: [read, {think: 1}]}
        slow: {weight: 1, do: [read, nap, {think: 1}]}
      """
          .formatted(TABLE);

  /// On a table of its own, since another job class made the first one.
  private static final String DEADLOCKS =
      """
      job-class: deadlocks
      %sstatements:
        first: {sql: update hot set n = n + 1 where id = :id, with: {id: "uniform(1, 4)"}}
        second: {sql: update hot set n = n + 1 where id = :id, with: {id: "uniform(1, 4)"}}
      transactions:
        both: {do: [first, {think: 1}, second]}
      """
          .formatted(TABLE)
          .replace("hot", "warm");

  @TempDir private static Path folder;
  private static MariaDb mariaDb;
  private static EmbeddedPostgres postgres;

  /// A database, and how a connection naps in it.
  private enum Engine {
    MARIADB(
        "insert into naps (who, slept, until) select connection_id(), sleep(0.5),"
            + " unix_timestamp(sysdate(6)) * 1000"),
    POSTGRESQL(
        "insert into naps (who, slept, until) select pg_backend_pid(), cast(pg_sleep(0.5) as text),"
            + " extract(epoch from clock_timestamp()) * 1000");

    private final String nap;

    Engine(String nap) {
      this.nap = nap;
    }

    Connection connect() throws SQLException, IOException {
      return this == MARIADB
          ? DriverManager.getConnection(mariaDb.url(), mariaDb.user(), mariaDb.password())
          : DriverManager.getConnection(postgres.getJdbcUrl("postgres", "postgres"));
    }

    List<String> options() throws IOException {
      Path empty = Files.writeString(folder.resolve("no-password"), "");
      return this == MARIADB
          ? options(mariaDb.url(), mariaDb.user(), mariaDb.passwordFile())
          : options(
              "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres", "postgres", empty);
    }

    private static List<String> options(String url, String user, Path password) {
      return List.of("--url", url, "--user", user, "--password-file", password.toString());
    }
  }

  private record Nap(String connection, Instant until) {}

  @BeforeAll
  static void start() throws IOException {
    mariaDb = MariaDb.start(folder.resolve("mariadb"));
    postgres =
        EmbeddedPostgres.builder()
            .setPGStartupWait(Duration.ofMinutes(2))
            .setDataDirectory(folder.resolve("postgres"))
            .setServerConfig("deadlock_timeout", "50ms")
            .start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
    mariaDb.close();
  }

  private static Command run(Engine engine, String yaml, Path json, String... more)
      throws IOException {
    Path file = Files.createTempFile(folder, "job", ".yaml");
    Files.writeString(file, yaml);
    List<String> words = new ArrayList<>(List.of("run", file.toString()));
    words.addAll(engine.options());
    words.addAll(List.of("--interval", "1s", "--json", json.toString()));
    words.addAll(List.of(more));
    return Command.start(words.toArray(String[]::new));
  }

  private static List<JsonNode> observed(JsonNode run, String type) {
    return run.get("observed")
        .valueStream()
        .filter(one -> one.at("/what/type").asString().equals(type))
        .toList();
  }

  private static List<Nap> naps(Engine engine) throws SQLException, IOException {
    List<Nap> all = new ArrayList<>();
    try (Connection own = engine.connect();
        Statement statement = own.createStatement();
        ResultSet rows = statement.executeQuery("select who, until from naps")) {
      while (rows.next()) {
        all.add(new Nap(rows.getString(1), Instant.ofEpochMilli(rows.getLong(2))));
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void theSlowTransactionsAreThoseThatNapped(Engine engine) throws Exception {
    Path json = folder.resolve(engine + "-naps.json");
    String words;
    try (Command run =
        run(engine, NAPS.formatted(engine.nap), json, "--threads", "4", "--duration", "8s")) {
      assertEquals(0, run.awaitExit(MINUTE), run::toString);
      words = run.toString();
    }
    List<Nap> naps = naps(engine);
    JsonNode document = Json.mapper().readTree(Files.readString(json));
    Instant began = Instant.parse(document.at("/job/startedAt").asString());
    List<JsonNode> slowest =
        observed(document, "slow").stream()
            .sorted(
                Comparator.comparingLong((JsonNode one) -> one.at("/what/serviceMicros").asLong())
                    .reversed())
            .toList();

    assertTrue(slowest.size() >= 3, words);
    JsonNode first = slowest.getFirst();
    assertEquals("nap", first.at("/what/spent/operation").asString(), first::toString);
    for (JsonNode one : slowest) {
      if (one.at("/what/spent/operation").asString().equals("nap")) {
        Instant end =
            began
                .plusMillis(one.get("atMillis").asLong())
                .plusNanos(one.at("/what/serviceMicros").asLong() * 1_000);
        String connection = one.at("/what/connection").asString();
        assertTrue(
            naps.stream()
                .anyMatch(nap ->
                    nap.connection.equals(connection)
                        && Duration.between(nap.until, end).abs().compareTo(SLACK) < 0),
            () -> one + " was not among " + naps);
        assertTrue(one.at("/what/spent/micros").asLong() >= 500_000, one::toString);
        assertEquals("OK", one.at("/what/outcome").asString());
      }
    }
    assertTrue(words.contains("slowest transactions, service time in ms"), words);
    assertEquals(
        List.of(engine.nap),
        observed(document, "seen").stream()
            .filter(one -> one.at("/what/name").asString().equals("nap"))
            .filter(one -> one.at("/what/subject").asString().equals("STATEMENT"))
            .map(one -> one.at("/what/text").asString())
            .toList());
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlockIsToldInTheDatabasesOwnWords(Engine engine) throws Exception {
    Path json = folder.resolve(engine + "-deadlocks.json");
    Path html = folder.resolve(engine + "-deadlocks.html");
    try (Command run =
        run(
            engine,
            DEADLOCKS,
            json,
            "--threads",
            "8",
            "--duration",
            "5s",
            "--html",
            html.toString())) {
      assertEquals(0, run.awaitExit(MINUTE), run::toString);
      JsonNode document = Json.mapper().readTree(Files.readString(json));

      List<JsonNode> explained = observed(document, "explained");

      assertFalse(explained.isEmpty(), run::toString);
      assertTrue(explained.size() <= 2, explained::toString);
      String text = explained.getFirst().at("/what/text").asString();
      Stream.of(
              engine == Engine.MARIADB
                  ? List.of("WE ROLL BACK TRANSACTION", "update warm set n = n + 1", "RECORD LOCKS")
                  : List.of("waits for", "blocked by process", "deadlock detected"))
          .flatMap(List::stream)
          .forEach(words -> assertTrue(text.contains(words), text));
      assertFalse(text.contains("hex"), text);
      assertEquals("DEADLOCK", explained.getFirst().at("/what/failures").asString());
      assertTrue(Files.readString(html).contains("by the database itself"));
    }
  }
}
