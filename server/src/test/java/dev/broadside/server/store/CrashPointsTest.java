package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.base.WriterLock;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// A server that dies at any point of any write leaves a store in which that write was done, all of
/// it, or was not; and whatever it had been told is done is there. From there another one comes to
/// what it would have come to itself.
///
/// `-Dcrashes=N` takes N points where a point costs the start of a server; `-Dseed=S` says which.
@Timeout(value = 1, unit = TimeUnit.DAYS)
final class CrashPointsTest {
  private static final int CRASHES = Integer.getInteger("crashes", 10);

  private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 11));

  @TempDir private Path folder;

  /// What a server that died has left.
  ///
  /// @param returned how many writes had returned by then
  private record Left(Path file, int returned, List<String> rows) {}

  /// What lies on the disk between two statements is what a process that is killed there leaves;
  /// what a commit writes may be torn by a power failure.
  @Test
  void sqliteHasAllOfAWriteOrNothingWhereverItsServerDies() throws SQLException {
    Path file = folder.resolve("broadside.db");
    ResultStore.sqlite(file, new PlainBox()).close();
    List<Left> left = new ArrayList<>();
    List<List<String>> after = new ArrayList<>();
    StoreFiles files = new StoreFiles(file, folder, random);
    StoreDeath death =
        new StoreDeath(() -> {
          for (Path copy : files.left()) {
            left.add(new Left(copy, after.size() - 1, StoreRows.of(sqlite(copy))));
          }
        });
    try (ResultStore store = opened(death.of(sqlite(file)), sqlite(file))) {
      tell(store, sqlite(file), after);
    }

    assertTrue(left.size() > 200, left.size() + " points");
    for (Left one : left) {
      assertAllOrNothing(after, one.returned(), one.rows(), one.file().toString());
    }
    for (Left one : left) {
      if (random.nextInt(left.size()) < CRASHES) {
        assertGoesOn(one.file(), after);
      }
    }
  }

  /// The same with a process that is gone from one instruction to the next.
  @Test
  void whatAKilledProcessLeavesGoesOn() throws Exception {
    Path whole = folder.resolve("whole.db");
    List<List<String>> after = new ArrayList<>();
    try (ResultStore store = ResultStore.sqlite(whole, new PlainBox())) {
      tell(store, sqlite(whole), after);
    }
    for (int i = 0; i < Math.max(2, CRASHES / 10); i++) {
      Path file = folder.resolve("killed-" + i + ".db");
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  KilledServer.class.getName(),
                  file.toString(),
                  "" + random.nextInt(10, 120))
              .inheritIO()
              .start();
      assertTrue(process.waitFor(2, TimeUnit.MINUTES));
      assertEquals(KilledServer.STATUS, process.exitValue());
      assertGoesOn(file, after);
    }
  }

  /// Writes the story until it is killed.
  static final class KilledServer {
    static final int STATUS = 137;

    private KilledServer() {}

    public static void main(String[] args) {
      Path file = Path.of(args[0]);
      AtomicInteger left = new AtomicInteger(Integer.parseInt(args[1]));
      ResultStore.sqlite(file, new PlainBox()).close();
      StoreDeath death =
          new StoreDeath(() -> {
            if (left.decrementAndGet() == 0) {
              Runtime.getRuntime().halt(STATUS);
            }
          });
      ResultStore store = opened(death.of(sqlite(file)), sqlite(file));
      StoreStory.WRITES.forEach(write -> write.accept(store));
    }
  }

  @Test
  void postgresHasAllOfAWriteOrNothingWhereverItsServerDies() throws Exception {
    try (EmbeddedPostgres postgres = started()) {
      List<List<String>> after = new ArrayList<>();
      List<Integer> moments = new ArrayList<>();
      DataSource whole = database(postgres, "whole");
      Countdown counted = new Countdown();
      try (ResultStore store = opened(counted.of(whole), whole)) {
        after.add(StoreRows.of(whole));
        for (var write : StoreStory.WRITES) {
          counted.begin(0);
          write.accept(store);
          moments.add(counted.passed());
          after.add(StoreRows.of(whole));
        }
      }
      int all = moments.stream().mapToInt(Integer::intValue).sum();

      DataSource source = database(postgres, "killed");
      Countdown death = new Countdown();
      ResultStore store = opened(death.of(source), source);
      for (int i = 0; i < moments.size(); i++) {
        boolean done = false;
        for (int at = 1; at <= moments.get(i) && !done; at++) {
          if (random.nextInt(all) < CRASHES) {
            death.begin(at);
            died(store, i);
            death.begin(0);
            store = opened(death.of(source), source);
            List<String> rows = StoreRows.of(source);
            assertAllOrNothing(after, i, rows, "write " + i + " at " + at);
            done = rows.equals(after.get(i + 1)) && !after.get(i).equals(rows);
          }
        }
        if (!done) {
          StoreStory.WRITES.get(i).accept(store);
        }
      }
      store.close();
      assertEquals(after.getLast(), StoreRows.of(source));
    }
  }

  private static void died(ResultStore store, int write) {
    try (store) {
      StoreStory.WRITES.get(write).accept(store);
    } catch (StoreException _) {
      // What was to be: nobody knows whether it was done.
    }
  }

  @Test
  void sqliteIsBroughtToItsLayoutWhereverTheServerBeforeDied() throws SQLException {
    Path whole = folder.resolve("whole.db");
    ResultStore.sqlite(whole, new PlainBox()).close();
    List<String> layout = StoreRows.layout(sqlite(whole));

    Path file = folder.resolve("broadside.db");
    StoreFiles files = new StoreFiles(file, folder, random);
    List<Path> left = new ArrayList<>();
    StoreDeath death = new StoreDeath(() -> left.addAll(files.left()));
    opened(sqlite(file), death.of(sqlite(file))).close();

    assertTrue(left.size() > 80, left.size() + " points");
    for (Path one : left) {
      if (random.nextInt(left.size()) < 2 * CRASHES) {
        ResultStore.sqlite(one, new PlainBox()).close();
        assertEquals(layout, StoreRows.layout(sqlite(one)), one.toString());
      }
    }
  }

  @Test
  void postgresIsBroughtToItsLayoutWhereverTheServerBeforeDied() throws Exception {
    try (EmbeddedPostgres postgres = started()) {
      DataSource whole = database(postgres, "whole");
      Countdown counted = new Countdown();
      counted.begin(0);
      opened(whole, counted.of(whole)).close();
      List<String> layout = StoreRows.layout(whole);
      for (int i = 0; i < CRASHES; i++) {
        DataSource source = database(postgres, "killed" + i);
        Countdown death = new Countdown();
        int at = random.nextInt(1, counted.passed() + 1);
        death.begin(at);
        try {
          opened(source, death.of(source)).close();
        } catch (StoreException _) {
          // It died.
        }
        opened(source, source).close();
        assertEquals(layout, StoreRows.layout(source), "died at " + at);
      }
    }
  }

  /// Lets a server die at the n-th moment from now.
  private static final class Countdown {
    private final StoreDeath death = new StoreDeath(this::passes);
    private int passed;
    private int last;

    DataSource of(DataSource source) {
      return death.of(source);
    }

    /// @param dies 0 for one that does not
    void begin(int dies) {
      passed = 0;
      last = dies;
    }

    int passed() {
      return passed;
    }

    private void passes() throws SQLException {
      passed++;
      if (last > 0 && passed >= last) {
        death.die();
      }
    }
  }

  private void tell(ResultStore store, DataSource source, List<List<String>> after)
      throws SQLException {
    after.add(StoreRows.of(source));
    for (var write : StoreStory.WRITES) {
      write.accept(store);
      after.add(StoreRows.of(source));
    }
  }

  private static void assertAllOrNothing(
      List<List<String>> after, int returned, List<String> rows, String where) {
    List<String> next = after.get(Math.min(returned + 1, after.size() - 1));
    if (!rows.equals(next)) {
      assertEquals(after.get(returned), rows, where + ", in write " + returned);
    }
  }

  /// Another server takes the store up, and does what was not done.
  private static void assertGoesOn(Path file, List<List<String>> after) throws SQLException {
    try (ResultStore store = ResultStore.sqlite(file, new PlainBox())) {
      int done = after.lastIndexOf(StoreRows.of(sqlite(file)));
      assertTrue(done >= 0, file + " holds half a write");
      StoreStory.WRITES
          .subList(done, StoreStory.WRITES.size())
          .forEach(write -> write.accept(store));
    }
    assertEquals(after.getLast(), StoreRows.of(sqlite(file)), file.toString());
  }

  private static SQLiteDataSource sqlite(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.enforceForeignKeys(true);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    return source;
  }

  /// A database may need a moment to see that its server is gone.
  private static ResultStore opened(DataSource source, DataSource migrating) {
    boolean sqlite = migrating instanceof SQLiteDataSource || source instanceof SQLiteDataSource;
    WriterLock lock = sqlite ? WriterLock.NONE : WriterLock.ADVISORY_LOCK;
    Map<String, String> words = sqlite ? ResultStore.SQLITE : ResultStore.POSTGRESQL;
    while (true) {
      try {
        return new ResultStore(new Database(source, migrating, lock, words), new PlainBox());
      } catch (StoreException.InUse _) {
        Thread.onSpinWait();
      }
    }
  }

  private static DataSource database(EmbeddedPostgres postgres, String name) throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return postgres.getDatabase("postgres", name);
  }

  private static EmbeddedPostgres started() throws IOException {
    try {
      return EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2)).start();
    } catch (IOException | IllegalStateException e) {
      System.err.println("NOT RUN: CrashPointsTest, since PostgreSQL does not start here: " + e);
      Assumptions.abort("not run: PostgreSQL does not start here: " + e);
      throw e;
    }
  }
}
