package dev.broadside.jobs.sql;

import java.util.List;

/// What one database says differently from the others. Immutable.
///
/// Workloads write their statements once, in the SQL that all five understand, and take from here
/// the words that differ.
public sealed interface Dialect permits MySqlDialect, PostgreSqlDialect, OracleDialect, H2Dialect {

  /// Stable name, as in [Dialects#named(String)].
  String name();

  /// Type of a 64-bit whole number.
  String wholeNumber();

  /// Type of a text of at most so many characters.
  String text(int characters);

  /// Type of a date and time to the microsecond.
  default String timestamp() {
    return "timestamp(6)";
  }

  /// The database's own date and time, to the microsecond.
  default String now() {
    return "localtimestamp(6)";
  }

  /// What follows the closing bracket of a CREATE TABLE.
  default String tableOptions() {
    return "";
  }

  /// The first rows of an ordered query.
  default String first(String query, int rows) {
    return query + " fetch first " + rows + " rows only";
  }

  /// Statements to be run after a table was filled, so that the planner knows it.
  List<String> afterLoad(String table);

  /// The classes of this database's errors.
  ErrorTable errors();

  /// Rows of (name, value): the settings that explain a result; empty where there are none.
  String settingsQuery();

  /// How many more connections the database would accept from us, as one whole number; empty where
  /// it has no limit.
  String roomForConnectionsQuery();

  /// Rows of (name, value) with the names `inserts`, `deletes`, `commits`: what the database
  /// counted for the table, or for itself where it does not count by table. Empty where it counts
  /// nothing worth trusting.
  String countersQuery(String table);

  /// How far the counters may be off, in one clause.
  String counterSlack();

  /// Rows of one column: the privileges that we hold here, from SELECT, INSERT, DELETE, CREATE,
  /// DROP, INDEX; ROLE where some come by a role, whose privileges are not looked into. Empty where
  /// that cannot be asked.
  String heldPrivilegesQuery();
}
