package dev.broadside.kit.load;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.query.Rows;
import dev.broadside.kit.query.TableCatalog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/// The table in which loaders note what they load, in the same transaction as the rows: so a load
/// that was killed continues, rows that a run has changed are not mistaken for missing ones, and
/// two agents do not load the same rows.
///
/// @param table its name
/// @param dialect the words of its database
public record LoadLog(String table, Dialect dialect) {

  public boolean exists(Connection connection) throws SQLException {
    return TableCatalog.hasTable(connection, table);
  }

  /// Creates it if it is not there.
  public void create(Connection connection) throws SQLException {
    if (exists(connection)) {
      return;
    }
    Rows.run(connection, creation());
  }

  String creation() {
    return "create table %s (name %s not null primary key, val %s not null)%s"
        .formatted(table, dialect.text(100), dialect.text(200), dialect.tableOptions());
  }

  String insertion() {
    return "insert into " + table + " (name, val) values (?, ?)";
  }

  /// The names of all notes; large tables have very many.
  Set<String> names(Connection connection) throws SQLException {
    return Set.copyOf(Rows.column(connection, "select name from " + table));
  }

  public Optional<String> read(Connection connection, String name) throws SQLException {
    String select = "select val from " + table + " where name = ?";
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
      }
    }
  }

  public boolean has(Connection connection, String name) throws SQLException {
    return read(connection, name).isPresent();
  }

  /// Whether there is a note whose name begins so.
  public boolean knows(Connection connection, String beginning) throws SQLException {
    String select = "select count(*) from " + table + " where " + begins(beginning);
    try (PreparedStatement statement = connection.prepareStatement(select)) {
      statement.setString(1, beginning);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getLong(1) > 0;
      }
    }
  }

  /// Not LIKE, in which the underscores of a name would match any character.
  private static String begins(String beginning) {
    return "substr(name, 1, " + beginning.length() + ") = ?";
  }

  /// Removes a note if there is one.
  public void forget(Connection connection, String name) throws SQLException {
    if (has(connection, name)) {
      delete(connection, "name = ?", name);
    }
  }

  public void forgetParts(Connection connection, String loaded) throws SQLException {
    String beginning = partNote(loaded, "");
    if (knows(connection, beginning)) {
      delete(connection, begins(beginning), beginning);
    }
  }

  /// The note under which a part of a table is loaded.
  static String partNote(String loaded, Object part) {
    return loaded + ":" + part;
  }

  /// The note that holds the fingerprint of a table.
  static String fingerprintNote(String table) {
    return "fingerprint of " + table;
  }

  /// Called only if there is something to delete, since a user may lack the privilege.
  private void delete(Connection connection, String which, String value) throws SQLException {
    String delete = "delete from " + table + " where " + which;
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setString(1, value);
      statement.executeUpdate();
    }
  }

  /// Creates a table that is not there, and forgets what was noted about an earlier one of its
  /// name, whose rows and indexes went with it.
  ///
  /// @param sql what creates it
  /// @param loaded the note that the table is loaded
  public void createTable(Connection connection, String name, String sql, String loaded)
      throws SQLException {
    if (!TableCatalog.hasTable(connection, name)) {
      forgetParts(connection, name);
      forget(connection, loaded);
      forget(connection, fingerprintNote(name));
      Rows.run(connection, sql);
    }
  }

  /// Notes something that is not noted yet.
  ///
  /// @return the value of the note
  public String noteOnce(Connection connection, String name, String value) throws SQLException {
    Optional<String> noted = read(connection, name);
    if (noted.isEmpty()) {
      note(connection, name, value);
    }
    return noted.orElse(value);
  }

  /// Notes something in place of what was noted before.
  void renote(Connection connection, String name, String value) throws SQLException {
    if (!noteOnce(connection, name, value).equals(value)) {
      forget(connection, name);
      note(connection, name, value);
    }
  }

  /// Notes something; part of the connection's transaction.
  public void note(Connection connection, String name, String value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(insertion())) {
      statement.setString(1, name);
      statement.setString(2, value);
      statement.executeUpdate();
    }
  }
}
