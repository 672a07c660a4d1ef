package dev.broadside.kit.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FreshIdsTest {
  private static final int THREADS = 3;

  /// A load thread.
  private record Thread(int thread, int totalThreads, long life) implements ThreadContext {
    @Override
    public RandomGenerator random() {
      return new SplittableRandom(thread);
    }

    @Override
    public Facts facts() {
      return Facts.NONE;
    }

    @Override
    public int agentIndex() {
      return 0;
    }

    @Override
    public int firstThread() {
      return 0;
    }

    @Override
    public int threads() {
      return totalThreads;
    }

    @Override
    public ParameterValues values() {
      return ((Parameters.Reading.Good) Parameters.of().read(Map.of())).values();
    }

    @Override
    public long seed() {
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

  private static FreshIds of(Connection connection, Thread thread, int kind) throws Exception {
    FreshIds ids = new FreshIds("{t}", "id");
    ids.open(thread, kind, sql -> sql.replace("{t}", "t"));
    ids.read(connection);
    return ids;
  }

  @Test
  void noThreadKindOrLifeGivesOutAnothersIds() throws Exception {
    try (Connection connection = DriverManager.getConnection(JobTester.h2(""))) {
      Rows.run(connection, "create table t (id bigint primary key)");
      Rows.run(connection, "insert into t select x from system_range(1, 100)");
      Set<Long> given = new HashSet<>();
      for (int run = 0; run < 2; run++) {
        for (int thread = 0; thread < THREADS; thread++) {
          for (int kind = 0; kind < 3; kind++) {
            for (long life = 0; life < 2; life++) {
              FreshIds ids = of(connection, new Thread(thread, THREADS, life), kind);
              for (int i = 0; i < 5; i++) {
                long id = ids.next();
                assertTrue(given.add(id) && id > 100, () -> id + " twice, or a loaded row's");
                Rows.run(connection, "insert into t values (" + id + ")");
              }
            }
          }
        }
      }
      assertEquals(100 + 2 * THREADS * 3 * 2 * 5, Rows.whole(connection, "select count(*) from t"));
    }
  }

  @Test
  void anIdThatWasGivenOutIsNotGivenOutAgainWhateverBecameOfIt() throws Exception {
    try (Connection connection = DriverManager.getConnection(JobTester.h2(""))) {
      Rows.run(connection, "create table t (id bigint primary key)");
      FreshIds ids = of(connection, new Thread(9_999, OwnedIds.PARTITIONS, 300), 60);
      long first = ids.next();
      ids.forget();
      ids.read(connection);
      assertEquals(first + 1, ids.next());
      Rows.run(connection, "insert into t values (" + (first + 7) + ")");
      ids.read(connection);
      assertEquals(first + 8, ids.next());
    }
  }
}
