package dev.broadside.jobs.sysbench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.jobs.testkit.ClaimedDatabase;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.TableCatalog;
import dev.broadside.testkit.JobTester;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Oracle, as far as it can be tested without one. The parser does not know how an identity column
/// is told where to go on, so that statement is left out.
class SysbenchOracleTest {
  private static final Dialect ORACLE = Engines.named("oracle");

  private static Options options(SysbenchJob job) {
    return job.options(JobTester.onH2(job).values());
  }

  static Stream<String> statements() {
    Options options = options(new OltpJobs.ReadWrite());
    Target h2 = Target.of(options.values());
    SbtestSchema schema =
        new SbtestSchema(new OpenTarget(h2, ClaimedDatabase.of(Map.of()), ORACLE), options);
    Stream<String> prepared =
        Operation.STATEMENTS.stream().map(operation -> options.sql(operation, "sbtest1"));
    return Stream.of(
            prepared,
            Stream.of(
                options(new OltpJobs.RandomPoints()).sql(Operation.RANDOM_POINTS, "sbtest1"),
                options(new OltpJobs.RandomRanges()).sql(Operation.RANDOM_RANGES, "sbtest1"),
                schema.createTable("sbtest1")),
            schema.indexes("sbtest1").stream().map(TableCatalog.Index::sql))
        .flatMap(all -> all);
  }

  @ParameterizedTest
  @MethodSource("statements")
  void everyStatementParses(String statement) {
    assertDoesNotThrow(() -> CCJSqlParserUtil.parse(statement), statement);
  }

  @ParameterizedTest
  @CsvSource({"19, 1", "21, 1", "23, 0"})
  void bulkInsertsNeedAnOracleThatInsertsSeveralRowsAtOnce(int version, int problems)
      throws Exception {
    Optional<Problem> problem =
        BulkInsert.tooOld(ClaimedDatabase.of(Map.of("getDatabaseMajorVersion", version)), ORACLE);
    assertEquals(problems, problem.stream().count());
    assertTrue(
        problem.stream().allMatch(old -> old.what().contains("version " + version)),
        problem::toString);
  }

  @ParameterizedTest
  @MethodSource("statements")
  void noStatementSpeaksAnotherDatabasesWords(String statement) {
    assertTrue(
        Stream.of(" limit ", "bigint", "varchar(", "engine=", "auto_increment", " serial")
            .noneMatch(statement::contains),
        statement);
  }
}
