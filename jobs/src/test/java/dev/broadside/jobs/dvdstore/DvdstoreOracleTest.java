package dev.broadside.jobs.dvdstore;

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

/// The statements for Oracle, which the tests cannot start.
class DvdstoreOracleTest {
  private static final Dialect ORACLE = Engines.named("oracle");

  static List<String> statements() {
    return new Dvdstore().statements(ORACLE, "t_");
  }

  static List<String> parsed() {
    return statements().stream().filter(sql -> !sql.contains("trigger")).toList();
  }

  @ParameterizedTest
  @MethodSource("parsed")
  void everyStatementParses(String statement) {
    assertDoesNotThrow(() -> CCJSqlParserUtil.parse(statement), statement);
  }

  @ParameterizedTest
  @MethodSource("statements")
  void noStatementSpeaksAnotherDatabasesWords(String statement) {
    assertTrue(
        Stream.of(" limit ", "bigint", "varchar(", "engine=", " if exists", "{")
            .noneMatch(statement::contains),
        statement);
  }

  @Test
  void theTriggerBindsItsRowsWithinItsBodyOnly() {
    assertEquals(
        List.of(
            "create or replace trigger t_inventory_restock before update on t_inventory for each row"
                + " when (new.quan_in_stock < 3) begin insert into t_reorder (prod_id, date_low,"
                + " quan_low, date_reordered, quan_reordered, date_expected) values (:new.prod_id,"
                + " localtimestamp(6), :new.quan_in_stock, localtimestamp(6), case when"
                + " :old.quan_in_stock < 3 then :old.quan_in_stock - :new.quan_in_stock else 250 end,"
                + " localtimestamp(6)); :new.quan_in_stock := :new.quan_in_stock + case when"
                + " :old.quan_in_stock < 3 then :old.quan_in_stock - :new.quan_in_stock else 250 end;"
                + " end;"),
        statements().stream()
            .filter(sql -> sql.contains("trigger"))
            .map(sql -> sql.replaceAll("\\s+", " "))
            .toList());
  }
}
