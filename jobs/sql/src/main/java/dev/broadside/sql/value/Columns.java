package dev.broadside.sql.value;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/// What the columns of a result hold.
public final class Columns {
  private Columns() {}

  /// The kind of each column.
  public static byte[] kinds(ResultSetMetaData meta) throws SQLException {
    byte[] kinds = new byte[meta.getColumnCount()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = kind(meta, i + 1);
    }
    return kinds;
  }

  private static byte kind(ResultSetMetaData meta, int column) throws SQLException {
    return switch (meta.getColumnType(column)) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> ValueKind.WHOLE;
      case Types.BIT, Types.BOOLEAN -> ValueKind.TRUTH;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> ValueKind.DECIMAL;
      case Types.NUMERIC, Types.DECIMAL -> number(meta, column);
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB ->
          ValueKind.TEXT;
      default -> ValueKind.OBJECT;
    };
  }

  /// Sums of whole numbers are such columns, and are whole; where nothing is said of the digits
  /// (PostgreSQL's plain numeric) there may be any behind the point.
  private static byte number(ResultSetMetaData meta, int column) throws SQLException {
    boolean whole = meta.getScale(column) == 0 && meta.getPrecision(column) > 0;
    return whole ? ValueKind.WHOLE : ValueKind.DECIMAL;
  }
}
