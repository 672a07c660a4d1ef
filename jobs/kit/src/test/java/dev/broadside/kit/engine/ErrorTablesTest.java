package dev.broadside.kit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.mysql.cj.exceptions.MysqlErrorNumbers;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.kit.engine.ErrorTable.Line;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import oracle.jdbc.OracleDriver;
import org.h2.api.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.util.PSQLState;

/// Every line of every table, and the tables against what the vendors' drivers say themselves.
class ErrorTablesTest {

  /// The databases, in the words of `error-codes.csv`.
  enum Database {
    MYSQL(new MySql().errors()),
    MARIADB(new MariaDb().errors()),
    POSTGRESQL(new PostgreSql().errors()),
    ORACLE(new Oracle().errors()),
    H2(new H2().errors());

    private final ErrorTable table;

    Database(ErrorTable table) {
      this.table = table;
    }
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvFileSource(
      resources = "/error-codes.csv",
      delimiter = ';',
      commentCharacter = '#',
      emptyValue = "",
      nullValues = "-")
  void everyCodeHasItsClass(
      Database database, String key, String wording, ErrorClass expected, String name) {
    boolean state = database == Database.POSTGRESQL;
    String message = name + ": it said " + Objects.requireNonNullElse(wording, "") + " today";
    SQLException error =
        state
            ? new SQLException(message, key)
            : new SQLException(message, "HY000", Integer.parseInt(key));
    assertEquals(expected, database.table.classOf(error));
  }

  @ParameterizedTest
  @EnumSource
  void noLineComesTwiceAndEveryTableNamesItsSource(Database database) {
    List<String> keys =
        database.table.lines().stream().map(line -> line.key() + line.wording()).toList();
    assertEquals(keys.stream().distinct().toList(), keys);
    assertFalse(database.table.source().isBlank());
  }

  @Test
  void theListOfCodesIsComplete() throws IOException {
    long listed =
        resource(ErrorTablesTest.class, "/error-codes.csv")
            .lines()
            .filter(line -> !line.startsWith("#"))
            .count();
    long lines = 0;
    for (Database database : Database.values()) {
      lines += database.table.lines().size();
    }
    assertEquals(lines, listed);
  }

  @Test
  void mySqlsNamesAreThoseOfConnectorJ() throws IllegalAccessException {
    // Connector/J leaves out the errors of the C client.
    assertEquals(
        List.of(),
        misnamed(new MySql().errors(), constants(MysqlErrorNumbers.class)).stream()
            .filter(line -> !line.name().startsWith("CR_"))
            .toList());
  }

  @Test
  void h2sNamesAreThoseOfItsErrorCodes() throws IllegalAccessException {
    assertEquals(List.of(), misnamed(new H2().errors(), constants(ErrorCode.class)));
  }

  private static List<Line> misnamed(ErrorTable table, Map<String, Object> names) {
    return table.lines().stream()
        .filter(line -> !String.valueOf(names.get(line.name())).equals(line.key()))
        .toList();
  }

  private static Map<String, Object> constants(Class<?> type) throws IllegalAccessException {
    Map<String, Object> constants = new HashMap<>();
    for (Field field : type.getFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == int.class) {
        constants.put(field.getName(), field.getInt(type));
      }
    }
    return constants;
  }

  @Test
  void whatPgjdbcCallsAConnectionErrorIsALostConnection() {
    List<PSQLState> others = new ArrayList<>();
    for (PSQLState state : PSQLState.values()) {
      ErrorClass found = new PostgreSql().errors().classOf(new SQLException("", state.getState()));
      if (PSQLState.isConnectionError(state.getState()) && found != ErrorClass.CONNECTION_LOST) {
        others.add(state);
      }
    }
    assertEquals(List.of(), others);
  }

  /// The driver's own map says after which errors of the server a new connection is needed. It
  /// counts a switch-over among them, which is a class of its own here.
  @Test
  void whatOraclesDriverCallsRecoverableIsALostConnection() throws IOException {
    Pattern recoverable =
        Pattern.compile(
            "oraErrorFrom=\"(\\d+)\" sqlState=\"08\\d*\" sqlException=\"SQLRECOVERABLEEXCEPTION\"");
    List<Integer> others =
        recoverable
            .matcher(resource(OracleDriver.class, "/oracle/jdbc/driver/errorMap.xml"))
            .results()
            .map(found -> Integer.valueOf(found.group(1)))
            .filter(code -> code < 17_000 && code != 16_456)
            .filter(code -> lost(code) != ErrorClass.CONNECTION_LOST)
            .toList();
    assertEquals(List.of(), others);
    assertEquals(ErrorClass.READ_ONLY, lost(16_456));
  }

  private static ErrorClass lost(int code) {
    return new Oracle().errors().classOf(new SQLException("ORA", "99999", code));
  }

  private static String resource(Class<?> near, String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(near.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
