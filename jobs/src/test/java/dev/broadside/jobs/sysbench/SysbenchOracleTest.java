package dev.broadside.jobs.sysbench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.jobs.testkit.ClaimedDatabase;
import dev.broadside.jobs.testkit.Databases;
import dev.broadside.jobs.testkit.TestJob;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import java.util.List;
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
    return job.options(TestJob.of(job).with("url", Databases.h2("")).values());
  }

  static Stream<String> statements() {
    Options options = options(new OltpReadWrite());
    Sbtest tables = new Sbtest(options, ORACLE);
    Stream<String> prepared =
        List.of(
                Operation.POINT_SELECT,
                Operation.SIMPLE_RANGE,
                Operation.SUM_RANGE,
                Operation.ORDER_RANGE,
                Operation.DISTINCT_RANGE,
                Operation.INDEX_UPDATE,
                Operation.NON_INDEX_UPDATE,
                Operation.DELETE,
                Operation.INSERT)
            .stream()
            .map(operation -> Statements.sql(operation, "sbtest1", options));
    return Stream.of(
            prepared,
            Stream.of(
                Statements.sql(
                    Operation.RANDOM_POINTS, "sbtest1", options(new SelectRandomPoints())),
                Statements.sql(
                    Operation.RANDOM_RANGES, "sbtest1", options(new SelectRandomRanges())),
                tables.createTable(1)),
            tables.indexes(1).stream().map(Sbtest.Index::sql))
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
