package dev.broadside.jobs.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobClass;
import dev.broadside.jobs.igenoltp.Igenoltp;
import dev.broadside.jobs.ledger.Ledger;
import dev.broadside.jobs.noop.Noop;
import dev.broadside.jobs.pgbench.Pgbench;
import dev.broadside.jobs.sysbench.OltpJobs;
import dev.broadside.jobs.sysbench04.Sysbench04Oltp;
import dev.broadside.jobs.tpcc.Tpcc;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestDatabase;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;

/// Fingerprints of data sets, and their files: what a database's own bulk loader loads is what the
/// job class loads.
class DataSetTest {
  private static final String AS_ASKED = "the data set that it asks for";

  /// A job class with small tables.
  private enum Small {
    TPCC(new Tpcc(), Map.of("scale", "0.01")),
    IGENOLTP(new Igenoltp(), Map.of("scale", "0.05")),
    LEDGER(new Ledger(), Map.of()),
    SYSBENCH(new OltpJobs.ReadWrite(), Map.of("tables", "2", "table-size", "6000")),
    SYSBENCH04(new Sysbench04Oltp(), Map.of("oltp-table-size", "6000")),
    PGBENCH(new Pgbench(), Map.of());

    private final JobClass jobClass;
    private final Map<String, String> values;

    Small(JobClass jobClass, Map<String, String> values) {
      this.jobClass = jobClass;
      this.values = values;
    }

    JobTester on(TestDatabase database) {
      JobTester job = database.test(jobClass);
      values.forEach(job::with);
      return job;
    }
  }

  @TempDir private Path folder = Path.of("");

  private static Map<String, String> tables(Facts facts) {
    Map<String, String> tables = new TreeMap<>(facts.texts());
    tables.keySet().removeIf(name -> !name.startsWith(Facts.DATA_TABLE));
    return tables;
  }

  private static String began(JobTester job) throws Exception {
    return job.prepare().text(Facts.DATA_BEGAN).orElseThrow();
  }

  private static Connection connect(JobTester job) throws SQLException {
    Map<String, String> texts = job.values().texts();
    String url = texts.get("url");
    return DriverManager.getConnection(
        url
            + (url.startsWith("jdbc:mariadb:") ? "?allowLocalInfile=true" : "")
            + (url.startsWith("jdbc:h2:") ? ";DB_CLOSE_DELAY=-1" : ""),
        texts.getOrDefault("user", ""),
        texts.getOrDefault("password", ""));
  }

  private static void run(JobTester job, String... all) throws SQLException {
    try (Connection connection = connect(job);
        Statement statement = connection.createStatement()) {
      for (String sql : all) {
        statement.execute(sql);
      }
    }
  }

  /// Every job class on H2, and on the others those with most types of columns.
  static Stream<Arguments> jobClassesOnDatabases() {
    return Stream.of(Small.values())
        .flatMap(small ->
            Stream.of(TestDatabase.values())
                .filter(database ->
                    database == TestDatabase.H2 || small == Small.TPCC || small == Small.IGENOLTP)
                .map(database -> Arguments.of(small, database)));
  }

  @ParameterizedTest
  @MethodSource("jobClassesOnDatabases")
  void filesLoadedByTheDatabaseAreTheDataSetThatTheJobClassLoads(Small small, TestDatabase database)
      throws Exception {
    JobTester loaded = small.on(database);
    assertEquals(AS_ASKED, began(loaded));
    Map<String, String> wanted = tables(loaded.facts());
    assertFalse(wanted.isEmpty());
    if (small == Small.LEDGER) {
      return; // It makes its tables anew for each run.
    }
    for (String form : List.of("csv", "sql")) {
      JobTester bulk = small.on(database);
      Path files = Files.createDirectory(folder.resolve(form));
      assertTrue(bulk.export(files, form));
      load(bulk, files, form, database);
      assertEquals(AS_ASKED, began(bulk));
      assertEquals(wanted, tables(bulk.facts()), form);
      assertEquals(
          loaded.facts().text("data.seed"), bulk.facts().text("data.seed"), "the same rows");
      assertEquals(
          List.of(),
          bulk.progress().entrySet().stream()
              .filter(step -> step.getKey().startsWith("load ") && step.getValue() == 0)
              .filter(step -> !wanted.getOrDefault(step.getKey(), "0").startsWith("0"))
              .toList());
      bulk.run(2);
    }
  }

  private static void load(JobTester job, Path files, String form, TestDatabase database)
      throws Exception {
    run(job, statements(files.resolve("schema.sql")));
    try (Connection connection = connect(job);
        Statement statement = connection.createStatement();
        Stream<Path> all = Files.list(files)) {
      for (Path file : all.filter(one -> !one.endsWith("schema.sql")).toList()) {
        if (form.equals("sql")) {
          run(job, statements(file));
        } else {
          copy(connection, statement, file, database);
        }
      }
    }
  }

  private static String[] statements(Path file) throws IOException {
    String text = Files.readString(file);
    return text.isEmpty() ? new String[0] : text.split(";\n");
  }

  /// As docs/workloads.md says.
  private static void copy(
      Connection connection, Statement statement, Path file, TestDatabase database)
      throws SQLException, IOException {
    String table = file.getFileName().toString().replace(".csv", "");
    try (Reader rows = Files.newBufferedReader(file);
        Stream<String> lines = Files.lines(file)) {
      String columns = lines.findFirst().orElseThrow();
      switch (database) {
        case H2 ->
            statement.execute(
                "insert into %s (%s) select * from csvread('%s', null, 'null=NULL')"
                    .formatted(table, columns, file));
        case MARIADB ->
            statement.execute(
                """
                load data local infile '%s' into table %s fields terminated by ',' enclosed by '"' \
                escaped by '' lines terminated by '\\r\\n' ignore 1 lines (%s)\
                """
                    .formatted(file, table, columns));
        case POSTGRESQL ->
            connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn(
                    "copy %s (%s) from stdin with (format csv, header, null 'NULL')"
                        .formatted(table, columns),
                    rows);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TPCC", "IGENOLTP", "SYSBENCH", "LEDGER"})
  void allDatabasesComputeTheSameFingerprint(Small small) throws Exception {
    JobTester first = small.on(TestDatabase.H2);
    first.prepare();
    for (TestDatabase database : List.of(TestDatabase.MARIADB, TestDatabase.POSTGRESQL)) {
      JobTester other = small.on(database);
      other.prepare();
      assertEquals(tables(first.facts()), tables(other.facts()), database.name());
    }
  }

  @ParameterizedTest
  @EnumSource(TestDatabase.class)
  void whatARunChangedIsToldBeforeTheNextOne(TestDatabase database) throws Exception {
    JobTester job = Small.TPCC.on(database);
    assertEquals(AS_ASKED, began(job));
    assertEquals(AS_ASKED, began(job));
    run(job, "update stock set s_quantity = s_quantity - 1, s_ytd = s_ytd + 1 where s_i_id = 1");
    assertEquals(
        "changed data: stock has as many rows as were loaded with other values", began(job));
    run(job, "delete from new_order where no_o_id in (select min(o_id) + 1 from orders)");
    run(
        job,
        "insert into item (i_id, i_im_id, i_name, i_price, i_data) values (999999, 1, '', 1, '')");
    assertTrue(
        began(job).contains("item has 1 more rows than were loaded"), () -> "" + job.facts());
    job.with("fingerprint", "never");
    assertTrue(began(job).startsWith("not judged: "));
  }

  @Test
  void aTextThatChangedIsSeenByItsFirstCharacter() throws Exception {
    JobTester job = Small.SYSBENCH.on(TestDatabase.H2);
    job.prepare();
    run(job, "update sbtest2 set pad = 'x' where id = 17");
    assertTrue(began(job).startsWith("changed data: sbtest2 has"), () -> "" + job.facts());
  }

  @Test
  void aTableThatIsMadeAnewHasTheFingerprintOfItsNewRows() throws Exception {
    JobTester job = Small.SYSBENCH.on(TestDatabase.H2);
    job.prepare();
    run(job, "update sbtest2 set k = k + 1", "drop table sbtest1");
    String changed = "changed data: sbtest2 has as many rows as were loaded with other values";
    assertEquals(changed, began(job));
  }

  @Test
  void tablesOfSomebodyElseAreNotJudged() throws Exception {
    JobTester job = Small.PGBENCH.on(TestDatabase.H2);
    job.prepare();
    run(job, "drop table pgbench_load");
    assertTrue(began(job).startsWith("not judged: no fingerprint"), () -> "" + job.facts());
  }

  @Test
  void aJobClassWithoutTablesHasNoFiles() throws Exception {
    assertFalse(JobTester.of(new Noop()).export(folder, "csv"));
  }
}
