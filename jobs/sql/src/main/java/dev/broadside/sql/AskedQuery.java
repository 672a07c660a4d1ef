package dev.broadside.sql;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.RefusedStatement;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.plan.SqlTemplate;
import dev.broadside.sql.plan.SqlVariants;
import dev.broadside.sql.value.Frame;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/// A query beside the load, with its values.
///
/// @param text as its author wrote it
/// @param frame holds the values
record AskedQuery(SqlVariants text, SqlTemplate.Ready query, Frame frame) {

  @FunctionalInterface
  interface ResultReader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  static AskedQuery of(SqlVariants query, Dialect dialect, Frame frame) {
    return new AskedQuery(query, query.of(dialect).ready(dialect, frame), frame);
  }

  /// @throws SQLException with the place of the query
  <T> T ask(Connection connection, ResultReader<T> reader) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
      bind(statement);
      try (ResultSet rows = statement.executeQuery()) {
        return reader.read(rows);
      }
    } catch (SQLException e) {
      throw text.placed(e);
    }
  }

  private void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < query.slots().length; i++) {
      frame.bind(statement, i + 1, query.slots()[i]);
    }
  }

  /// Asks the database whether it could answer.
  ///
  /// @param name its name in the exception
  /// @throws SQLException if it could not
  void compile(Connection connection, Dialect dialect, String name) throws SQLException {
    try {
      dialect.compile(connection, query.sql());
      compile(connection);
    } catch (SQLException e) {
      throw new RefusedStatement(text.place(), name + ": " + e.getMessage(), e);
    }
  }

  private void compile(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
      bind(statement);
      // Some drivers ask the database for this only.
      statement.getMetaData();
    }
  }

  /// The first value of the first row; empty if there is no row, or no value in it.
  Optional<String> first(Connection connection) throws SQLException {
    return ask(
        connection,
        rows -> rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.<String>empty());
  }

  /// The first value of the first row.
  ///
  /// @throws SQLException if no value came
  String text(Connection connection) throws SQLException {
    return first(connection)
        .orElseThrow(() ->
            text.placed(new SQLException("no value came from: " + query.sql(), Rows.NO_DATA)));
  }
}
