package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.NotRun;
import dev.broadside.system.harness.ToldRun;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Each cause that can be made on this machine is made, on a real database, and the run names it
/// before all others but for what the machine itself adds. What a hypervisor takes cannot be made;
/// `DiagnosisRulesTest` has figures of it.
///
/// Nothing else is to run meanwhile, since it would be another cause.
@Tag("nightly")
@Isolated
class DiagnosesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /// Load and databases share one host here, so that its processors may come first.
  private static final Set<String> OF_THE_MACHINE =
      Set.of("generator", "generator-at-times", "steal", "cpu");

  static final String HOT =
      """
      job-class: hot
      tables:
        hot:
          create: create table hot (id ${whole} not null primary key, n ${whole} not null)${options}
          rows: 4
          columns: {id: row, n: 0}
      statements:
        same: update hot set n = n + 1 where id = 1
        first: {sql: update hot set n = n + 1 where id = :id, with: {id: "uniform(1, 4)"}}
        second: {sql: update hot set n = n + 1 where id = :id, with: {id: "uniform(1, 4)"}}
      transactions:
      """;

  private static final String ONE_ROW = HOT + "  one: {do: [same, {think: 5}]}\n";

  private static final String ANY_ORDER = HOT + "  both: {do: [first, {think: 1}, second]}\n";

  private static final String SMALL =
      """
      job-class: small
      tables:
        small:
          create: create table small (id ${whole} not null primary key, n ${whole} not null)${options}
          rows: 10000
          columns: {id: row, n: 0}
      statements:
        change: {sql: update small set n = n + 1 where id = :id, with: {id: "uniform(1, 10000)"}}
      transactions:
        change: {do: [change]}
      """;

  private static final String LARGE =
      """
      job-class: large
      tables:
        large:
          create: create table large (id ${whole} not null primary key, n ${whole} not null, filler char(200) not null)${options}
          rows: 400000
          columns: {id: row, n: 0, filler: "letters(200)"}
      statements:
        read: {sql: select n from large where id = :id, with: {id: "uniform(1, 400000)"}}
        change: {sql: update large set n = n + 1 where id = :id, with: {id: "uniform(1, 400000)"}}
      transactions:
      """;

  private static final String READS =
      LARGE + "  reads: {do: [{repeat: 10, as: round, do: [read]}]}\n";

  /// Of pages with few rows, so that nearly each change is of another one.
  private static final String CHANGES =
      LARGE.replace("200", "900").replace("400000", "800000")
          + "  changes: {do: [{repeat: 20, as: round, do: [change]}]}\n";

  @TempDir private static Path folder;
  private static MariaDbServer mariaDb;
  private static PostgreSqlServer postgreSql;

  /// Those that need no settings of their own.
  @BeforeAll
  static void start() {
    mariaDb = MariaDbServer.start();
    postgreSql = PostgreSqlServer.start("deadlock_timeout=10ms");
  }

  private static List<String> job(String name, String text) throws IOException {
    Path file = folder.resolve(name + ".yaml");
    Files.writeString(file, text);
    return List.of(file.toString());
  }

  /// Databases write where temporary files are. What a disk does cannot be made in memory.
  private static void onDisk() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    if (Files.getFileStore(temporary).type().equals("tmpfs")) {
      throw NotRun.because("a cause that is a disk's: " + temporary + " is in memory");
    }
  }

  private static String only(String statement) {
    return "job-class: only\nstatements: {only: \"%s\"}\ntransactions: {only: {do: [only]}}\n"
        .formatted(statement);
  }

  private static Path password() throws IOException {
    return Files.writeString(folder.resolve("password"), MariaDbServer.PASSWORD);
  }

  private static List<String> onMariaDb(List<String> job, String... options) throws IOException {
    MariaDbServer server = options.length == 0 ? mariaDb : MariaDbServer.start(options);
    return ToldRun.on(server, password(), job);
  }

  private static List<String> onPostgreSql(List<String> job, String... settings) {
    PostgreSqlServer server = settings.length == 0 ? postgreSql : PostgreSqlServer.start(settings);
    return ToldRun.on(server, job);
  }

  /// Runs it, and finds the cause named.
  private static String named(String cause, String engine, List<String> job, String... options) {
    List<String> words = new ArrayList<>(job);
    words.addAll(List.of(options));
    ToldRun run = ToldRun.of(folder, words);
    Optional<ToldRun.Told> told = run.told(cause);
    ToldRun.note(
        cause,
        engine,
        told.map(one -> one.place() + " of " + run.ids().size()).orElse("not named"),
        told.map(one -> one.diagnosis().get("certainty").asString()).orElse(""),
        told.map(ToldRun.Told::sentence).orElse(run.ids().toString()));
    assertTrue(told.isPresent(), run::toString);
    List<String> before = run.ids().subList(0, told.get().place() - 1);
    assertTrue(OF_THE_MACHINE.containsAll(before), run::toString);
    return told.get().sentence();
  }

  private static Connection connect(MariaDbServer server) throws SQLException {
    return DriverManager.getConnection(server.url(), MariaDbServer.USER, MariaDbServer.PASSWORD);
  }

  private static void tell(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String asked(Connection connection, String sql, int column) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() ? Objects.requireNonNullElse(rows.getString(column), "") : "";
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /// Other programs want all processors, several times over.
  @Test
  void processorsThatOthersUse() throws IOException {
    NotRun.unlessOnPath("timeout", "a program that uses a processor");
    int burners = 4 * Runtime.getRuntime().availableProcessors();
    List<Process> others =
        Stream.generate(() -> "timeout 120 sh -c 'while :; do :; done'")
            .limit(burners)
            .map(DiagnosesTest::begun)
            .toList();
    try {
      String sentence =
          named(
              "generator",
              "MariaDB",
              onMariaDb(List.of("igenoltp")),
              "--threads=8",
              "--duration=12s");
      assertTrue(sentence.contains("load threads waited for a core"), sentence);
    } finally {
      others.forEach(one -> {
        one.descendants().forEach(ProcessHandle::destroyForcibly);
        one.destroyForcibly();
      });
    }
  }

  private static Process begun(String line) {
    try {
      return new ProcessBuilder("sh", "-c", line).start();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRateBeyondItsThreads() throws IOException {
    String sentence =
        named(
            "rate",
            "PostgreSQL",
            onPostgreSql(job("nap", only("select pg_sleep(0.05)"))),
            "--rate=200",
            "--threads=4",
            "--duration=12s");
    assertTrue(sentence.startsWith("4 threads cannot reach 200"), sentence);
  }

  /// The load and its monitor need all connections but one, which somebody else has.
  @Test
  void connectionsThatAreAllInUse() throws IOException, SQLException {
    MariaDbServer server = MariaDbServer.start("--max-connections=12");
    try (Connection _ = connect(server)) {
      named(
          "connections",
          "MariaDB",
          ToldRun.on(server, password(), job("small", SMALL)),
          "--threads=10",
          "--think=50ms",
          "--duration=12s");
    }
  }

  @Test
  void deadlocksOnMariaDb() throws IOException {
    String sentence =
        named(
            "retries",
            "MariaDB",
            onMariaDb(job("orders", ANY_ORDER)),
            "--threads=8",
            "--duration=12s");
    assertTrue(sentence.endsWith("of the class deadlock"), sentence);
  }

  @Test
  void deadlocksOnPostgreSql() throws IOException {
    String sentence =
        named(
            "retries",
            "PostgreSQL",
            onPostgreSql(job("orders", ANY_ORDER)),
            "--threads=8",
            "--duration=12s");
    assertTrue(sentence.endsWith("of the class deadlock"), sentence);
  }

  @Test
  void aRowThatAllChangeOnMariaDb() throws IOException {
    String sentence =
        named("locks", "MariaDB", onMariaDb(job("hot", ONE_ROW)), "--threads=8", "--duration=12s");
    assertTrue(sentence.contains("of the table test.hot in"), sentence);
  }

  @Test
  void aRowThatAllChangeOnPostgreSql() throws IOException {
    String sentence =
        named(
            "locks",
            "PostgreSQL",
            onPostgreSql(job("hot", ONE_ROW)),
            "--threads=8",
            "--duration=12s");
    assertTrue(sentence.contains("of the table hot in"), sentence);
  }

  @Test
  void locksThatAreNotGrantedInTime() throws IOException {
    List<String> job = new ArrayList<>(job("late", HOT + "  one: {do: [same, {think: 20}]}\n"));
    job.addAll(List.of("--url", "jdbc:h2:mem:hot;LOCK_TIMEOUT=10;DB_CLOSE_DELAY=-1"));
    named("locks", "H2", job, "--threads=8", "--retry=never", "--duration=12s");
  }

  @Test
  void smallCommitsThatAreSyncedOnMariaDb() throws IOException {
    onDisk();
    named(
        "log",
        "MariaDB",
        onMariaDb(
            job("small", SMALL),
            "--innodb-flush-log-at-trx-commit=1",
            "--log-bin",
            "--sync-binlog=1"),
        "--threads=8",
        "--duration=12s");
  }

  @Test
  void smallCommitsThatAreSyncedOnPostgreSql() throws IOException {
    onDisk();
    named(
        "log",
        "PostgreSQL",
        onPostgreSql(job("small", SMALL), "fsync=on", "synchronous_commit=on"),
        "--threads=8",
        "--duration=12s");
  }

  /// Few threads, so that they wait for the disk and not for a processor.
  @Test
  void dataThatDoNotFitIntoMemory() throws IOException {
    onDisk();
    named(
        "buffer",
        "MariaDB",
        onMariaDb(job("reads", READS), "--innodb-buffer-pool-size=5M"),
        "--threads=2",
        "--duration=15s");
  }

  @Test
  void statementsThatComputeOnMariaDb() throws IOException {
    named(
        "cpu",
        "MariaDB",
        onMariaDb(job("hash", only("select benchmark(200000, md5('x'))"))),
        "--threads=" + 2 * Runtime.getRuntime().availableProcessors(),
        "--duration=12s");
  }

  @Test
  void statementsThatComputeOnPostgreSql() throws IOException {
    named(
        "cpu",
        "PostgreSQL",
        onPostgreSql(job("roots", only("select sum(sqrt(i)) from generate_series(1, 100000) i"))),
        "--threads=" + 2 * Runtime.getRuntime().availableProcessors(),
        "--duration=12s");
  }

  /// All pages that were changed are written at once, and after it the whole of each goes to the
  /// log first.
  @Test
  void checkpointsInARhythm() throws IOException, SQLException {
    onDisk();
    PostgreSqlServer server =
        PostgreSqlServer.start(
            "fsync=on",
            "synchronous_commit=on",
            "shared_buffers=1500MB",
            "max_wal_size=16GB",
            "checkpoint_flush_after=0");
    try (Connection other = DriverManager.getConnection(server.url(), PostgreSqlServer.USER, "");
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor()) {
      clock.scheduleAtFixedRate(() -> checkpoint(other), 0, 12, TimeUnit.SECONDS);
      named(
          "checkpoints",
          "PostgreSQL",
          ToldRun.on(server, job("changes", CHANGES)),
          "--threads=2",
          "--warmup=15s",
          "--duration=60s");
      clock.shutdownNow();
    }
  }

  private static void checkpoint(Connection connection) {
    try {
      tell(connection, "checkpoint");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /// The primary lets many sessions commit at once without a sync; its replica does one after
  /// another, and syncs each.
  @Test
  void aReplicaThatCannotKeepUp() throws IOException, SQLException {
    MariaDbServer primary = MariaDbServer.start("--server-id=1", "--log-bin");
    MariaDbServer replica =
        MariaDbServer.start(
            "--server-id=2",
            "--log-bin",
            "--log-slave-updates",
            "--innodb-flush-log-at-trx-commit=1",
            "--sync-binlog=1");
    List<String> writer = new ArrayList<>(List.of("run"));
    writer.addAll(ToldRun.on(primary, password(), job("small", SMALL)));
    writer.addAll(List.of("--threads=8", "--duration=90s"));
    try (Connection source = connect(primary);
        Connection copy = connect(replica)) {
      follow(source, copy, primary);
      try (Command _ = Command.start(writer.toArray(String[]::new))) {
        Await.until(
            PATIENCE, "the replica falls behind", () -> behind(copy) >= 2, () -> behind(copy));
        named(
            "replication",
            "MariaDB",
            ToldRun.on(
                replica,
                password(),
                job("reader", only("select count(*) from small where id < 50"))),
            "--rate=20",
            "--threads=2",
            "--duration=20s");
      } finally {
        tell(copy, "stop slave");
      }
    }
  }

  /// A session on the standby keeps it from carrying out what the primary did to a table.
  @Test
  void aStandbyThatWaitsForASession() throws IOException, SQLException {
    PostgreSqlServer primary = PostgreSqlServer.start("max_standby_streaming_delay=-1");
    try (Connection source = DriverManager.getConnection(primary.url(), PostgreSqlServer.USER, "");
        EmbeddedPostgres standby = standby(source, primary);
        Connection reader = DriverManager.getConnection(url(standby), PostgreSqlServer.USER, "")) {
      tell(source, "create table read (id int)");
      Await.until(() -> asked(reader, "select to_regclass('read')::text", 1), "read"::equals);
      reader.setAutoCommit(false);
      asked(reader, "select id from read", 1);
      tell(source, "drop table read");
      List<String> job = new ArrayList<>(job("reader", only("select count(*) from pg_class")));
      job.addAll(List.of("--url", url(standby), "--user", PostgreSqlServer.USER));
      named("replication", "PostgreSQL", job, "--rate=20", "--threads=2", "--duration=20s");
      reader.rollback();
    }
  }

  private static String url(EmbeddedPostgres server) {
    return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
  }

  /// A copy that follows, made of the files as the manual says, since there is no pg_basebackup.
  private static EmbeddedPostgres standby(Connection source, PostgreSqlServer primary)
      throws IOException, SQLException {
    Path data = Path.of(asked(source, "show data_directory", 1));
    Path copy = folder.resolve("standby");
    asked(source, "select pg_backup_start('standby', true)", 1);
    try (Stream<Path> all = Files.walk(data)) {
      for (Path one : all.toList()) {
        if (!one.endsWith("postmaster.pid") && !one.endsWith("epg-lock")) {
          Files.copy(
              one,
              copy.resolve(data.relativize(one).toString()),
              StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
    Files.writeString(
        copy.resolve("backup_label"), asked(source, "select labelfile from pg_backup_stop()", 1));
    Files.createFile(copy.resolve("standby.signal"));
    String port = primary.url().replaceFirst(".*:(\\d+)/.*", "$1");
    return EmbeddedPostgres.builder()
        .setDataDirectory(copy.toFile())
        .setCleanDataDirectory(false)
        .setPGStartupWait(PATIENCE)
        .setServerConfig("max_standby_streaming_delay", "-1")
        .setServerConfig("hot_standby", "on")
        .setServerConfig(
            "primary_conninfo",
            "'host=127.0.0.1 port=" + port + " user=" + PostgreSqlServer.USER + "'")
        .start();
  }

  private static void follow(Connection source, Connection copy, MariaDbServer primary)
      throws SQLException {
    String port = primary.url().replaceFirst(".*:(\\d+)/.*", "$1");
    tell(
        copy,
        "change master to master_host='127.0.0.1', master_port=%s, master_user='%s',"
                .formatted(port, MariaDbServer.USER)
            + " master_password='%s', master_log_file='%s', master_log_pos=%s"
                .formatted(
                    MariaDbServer.PASSWORD,
                    asked(source, "show master status", 1),
                    asked(source, "show master status", 2)));
    tell(copy, "start slave");
  }

  private static long behind(Connection copy) {
    try (Statement statement = copy.createStatement();
        ResultSet rows = statement.executeQuery("show slave status")) {
      assertTrue(rows.next());
      assertEquals("", rows.getString("Last_SQL_Error"));
      return rows.getLong("Seconds_Behind_Master");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
