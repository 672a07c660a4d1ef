package dev.broadside.sql.value;

import dev.broadside.kit.engine.Dialect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// How a column of a result is read, so that its value is the same when it is written back.
///
/// Whole numbers of 64 bits, truth values and floating-point numbers are read without an object.
public enum Column {
  WHOLE((row, at, frame) -> frame.left(row.getLong(at))),
  /// Whole numbers that may have more than 64 bits.
  LONG_OR_MORE(Column::longOrMore),
  TRUTH((row, at, frame) -> frame.left(row.getBoolean(at))),
  /// What MySQL's drivers take for a truth value may have any number.
  BIT(Column::bit),
  ARRAY(Column::array),
  DOUBLE((row, at, frame) -> frame.left(row.getDouble(at))),
  TEXT((row, at, frame) -> left(row.getString(at), frame)),
  BYTES((row, at, frame) -> left(row.getBytes(at), frame)),
  DATE((row, at, frame) -> left(row.getObject(at, LocalDate.class), frame)),
  TIME((row, at, frame) -> left(row.getObject(at, LocalTime.class), frame)),
  /// Without a zone: a `java.sql.Timestamp` does not have the hour that a clock skips in spring.
  TIMESTAMP((row, at, frame) -> left(row.getObject(at, LocalDateTime.class), frame)),
  INSTANT((row, at, frame) -> left(row.getObject(at, OffsetDateTime.class), frame)),
  /// Values that the database reads from a literal, but not from a text parameter.
  LITERAL(Column::literal),
  /// As the driver returns it.
  OBJECT((row, at, frame) -> left(row.getObject(at), frame));

  private static final int DIGITS_OF_A_LONG = 18;

  private final Reader reader;

  /// Leaves the value of a column in the frame's registers.
  private interface Reader {
    byte read(ResultSet row, int at, Frame frame) throws SQLException;
  }

  Column(Reader reader) {
    this.reader = reader;
  }

  /// A text that stands for a value of another type.
  record Literal(String text) {
    void bind(PreparedStatement statement, int index) throws SQLException {
      statement.setObject(index, text, Types.OTHER);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /// Sets a value to that of the present row.
  ///
  /// @param at the column's number, from 1
  public void into(ResultSet row, int at, Frame frame, int slot) throws SQLException {
    frame.store(slot, read(row, at, frame));
  }

  /// Keeps the value of the present row.
  ///
  /// @param at the column's number, from 1
  public void into(ResultSet row, int at, Frame frame, Cells cells, int cell) throws SQLException {
    cells.keep(cell, read(row, at, frame), frame);
  }

  /// Leaves it in the registers.
  private byte read(ResultSet row, int at, Frame frame) throws SQLException {
    byte kind = reader.read(row, at, frame);
    return row.wasNull() ? ValueKind.NULL : kind;
  }

  private static byte longOrMore(ResultSet row, int at, Frame frame) throws SQLException {
    long value = fitting(row, at);
    return value < 0 ? left(row.getObject(at), frame) : frame.left(value);
  }

  private static byte bit(ResultSet row, int at, Frame frame) throws SQLException {
    long value;
    try {
      value = row.getLong(at);
    } catch (SQLException _) {
      return frame.left(row.getBoolean(at));
    }
    return value == 0 || value == 1 ? frame.left(value == 1) : frame.left(value);
  }

  private static byte array(ResultSet row, int at, Frame frame) throws SQLException {
    Array array = row.getArray(at);
    return left(array == null ? null : array.getArray(), frame);
  }

  private static byte literal(ResultSet row, int at, Frame frame) throws SQLException {
    String text = row.getString(at);
    return left(text == null ? null : new Literal(text), frame);
  }

  /// Also below 0 if it does not fit.
  private static long fitting(ResultSet row, int at) {
    try {
      return row.getLong(at);
    } catch (SQLException _) {
      return -1;
    }
  }

  private static byte left(@Nullable Object value, Frame frame) {
    return switch (value) {
      case null -> ValueKind.NULL;
      case BigDecimal number -> number(number, frame);
      case BigInteger number -> number(new BigDecimal(number), frame);
      case Long number -> frame.left((long) number);
      case Integer number -> frame.left((long) number);
      // NaN or infinity in a column of decimals.
      case Double number -> frame.left((double) number);
      case String text -> frame.left(text);
      default -> frame.leftObject(value);
    };
  }

  /// Sums of whole numbers are such columns, and are whole.
  private static byte number(BigDecimal number, Frame frame) {
    boolean fits = number.scale() == 0 && number.unscaledValue().bitLength() < Long.SIZE;
    return fits ? frame.left(number.longValue()) : frame.left(number);
  }

  /// How each column of a result is read.
  public static Column[] of(ResultSetMetaData meta, Dialect dialect) throws SQLException {
    Column[] columns = new Column[meta.getColumnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = dialect.castsTexts() ? usual(meta, i + 1) : strict(meta, i + 1);
    }
    return columns;
  }

  private static Column usual(ResultSetMetaData meta, int at) throws SQLException {
    String type = meta.getColumnTypeName(at);
    return switch (meta.getColumnType(at)) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> WHOLE;
      case Types.BIGINT -> meta.isSigned(at) ? WHOLE : LONG_OR_MORE;
      case Types.BIT, Types.BOOLEAN -> BIT;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> DOUBLE;
      case Types.NUMERIC, Types.DECIMAL -> number(meta, at);
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          TEXT;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
      case Types.DATE -> type.equalsIgnoreCase("year") ? WHOLE : DATE;
      // MySQL's is a span of up to 838 hours.
      case Types.TIME -> TEXT;
      case Types.TIMESTAMP -> TIMESTAMP;
      // Oracle's have types of their own, which their objects know.
      case Types.ARRAY -> type.endsWith("ARRAY") ? ARRAY : OBJECT;
      default -> OBJECT;
    };
  }

  /// For databases that do not convert text parameters: PostgreSQL.
  private static Column strict(ResultSetMetaData meta, int at) throws SQLException {
    return switch (meta.getColumnTypeName(at)) {
      case "int2", "int4", "int8", "serial", "bigserial", "smallserial", "oid" -> WHOLE;
      case "bool" -> TRUTH;
      case "float4", "float8" -> DOUBLE;
      case "numeric" -> number(meta, at);
      case "text", "varchar", "bpchar", "name" -> TEXT;
      case "bytea" -> BYTES;
      case "date" -> DATE;
      case "time" -> TIME;
      case "timestamp" -> TIMESTAMP;
      case "timestamptz" -> INSTANT;
      default -> LITERAL;
    };
  }

  /// A column without a number of digits (PostgreSQL's plain numeric) may have any after the point.
  private static Column number(ResultSetMetaData meta, int at) throws SQLException {
    int digits = meta.getPrecision(at);
    if (meta.getScale(at) != 0 || digits <= 0 || digits > DIGITS_OF_A_LONG + 1) {
      return OBJECT;
    }
    return digits > DIGITS_OF_A_LONG ? LONG_OR_MORE : WHOLE;
  }
}
