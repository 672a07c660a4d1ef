package dev.broadside.jobs.tpcc;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import java.util.List;
import java.util.stream.Stream;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said to databases that the tests cannot start.
class TpccOracleTest {
  private static final Dialect ORACLE = Engines.named("oracle");

  static List<String> statements() {
    return new Tpcc().statements(ORACLE, "t_");
  }

  /// Those of `ch` are these and more.
  static List<String> all() {
    return new Ch().statements(ORACLE, "t_");
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyStatementParses(String statement) {
    assertDoesNotThrow(() -> CCJSqlParserUtil.parse(statement), statement);
  }

  @ParameterizedTest
  @MethodSource("all")
  void noStatementSpeaksAnotherDatabasesWords(String statement) {
    assertTrue(
        Stream.of(" limit ", "bigint", "varchar(", "engine=", " if exists", "{")
            .noneMatch(statement::contains),
        statement);
    assertTrue(
        !statement.contains("for update") || !statement.contains("fetch first"),
        () -> "ORA-02014: " + statement);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb", "postgresql", "h2", "oracle-on-h2"})
  void otherDatabasesLockTheOldestOrderAsTheyFindIt(String engine) {
    assertEquals(
        1,
        new Tpcc()
            .statements(Engines.named(engine), "").stream()
                .filter(sql -> sql.contains("order by no_o_id") && sql.endsWith("for update"))
                .count());
  }

  @Test
  void thereAreNineTablesAndThreeDozenStatements() {
    assertEquals(9, statements().stream().filter(sql -> sql.startsWith("create table t_")).count());
    assertEquals(2, statements().stream().filter(sql -> sql.startsWith("create index t_")).count());
    assertEquals(37, new Tpcc().describe().operations().size());
  }
}
