package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.system.harness.ToldRun;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.PostgreSqlServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs that nothing holds back say nothing. The load is 20 to 40 % at most of what the engine does
/// on two cores: open loads that reach their rate, and closed ones whose threads mostly think. A
/// machine with one slow core, or one that is busy with other things, is no such place.
@Tag("nightly")
@Isolated
class CleanRunsTest {
  @TempDir private static Path folder;
  private static MariaDbServer mariaDb;
  private static PostgreSqlServer postgreSql;
  private static Path password;

  @BeforeAll
  static void start() throws IOException {
    mariaDb = MariaDbServer.start();
    postgreSql = PostgreSqlServer.start();
    password = Files.writeString(folder.resolve("password"), MariaDbServer.PASSWORD);
  }

  private static void silent(String engine, String words, List<String> job) {
    List<String> all = new ArrayList<>(job);
    all.addAll(List.of("--warmup=5s", "--duration=15s"));
    ToldRun run = ToldRun.of(folder, all);
    ToldRun.note("none", engine, words, run.ids().isEmpty() ? "nothing said" : "" + run.ids());
    assertEquals(List.of(), run.ids(), run::toString);
  }

  private static List<String> split(String words) {
    return List.of(words.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "noop --think 5ms --threads 4",
        "noop --iteration-time 5ms --rate 100 --threads 8",
      })
  void withoutADatabase(String words) {
    silent("none", words, split(words));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "igenoltp --think 10ms --threads 2",
        "ledger --rate 100 --threads 4",
        "sysbench_oltp_point_select --rate 300 --threads 4",
      })
  void onH2(String words) {
    List<String> job = new ArrayList<>(split(words));
    job.addAll(List.of("--url", "jdbc:h2:mem:clean;DB_CLOSE_DELAY=-1"));
    silent("H2", words, job);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "igenoltp --rate 100 --threads 8",
        "igenoltp --think 50ms --threads 4",
        "ledger --rate 100 --threads 8",
        "pgbench --rate 100 --threads 8",
        "sysbench_oltp_read_write --rate 30 --threads 8",
        "sysbench_oltp_point_select --rate 400 --threads 4",
        "sysbench_oltp_update_index --think 20ms --threads 4",
        "tpcc --scale 0.1 --table-prefix w_ --rate 20 --threads 8",
      })
  void onMariaDb(String words) {
    silent("MariaDB", words, ToldRun.on(mariaDb, password, split(words)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "igenoltp --rate 100 --threads 8",
        "ledger --think 50ms --threads 4",
        "pgbench --rate 100 --threads 8",
        "sysbench_oltp_read_only --rate 30 --threads 8",
        "sysbench_oltp_point_select --rate 400 --threads 4",
        "sysbench_oltp_insert --think 20ms --threads 4",
        "tpcc --scale 0.1 --table-prefix w_ --rate 20 --threads 8",
      })
  void onPostgreSql(String words) {
    silent("PostgreSQL", words, ToldRun.on(postgreSql, split(words)));
  }
}
