package dev.broadside.kit.engine;

/// A trigger in the words of all databases: before a row of a table is updated, if a condition
/// holds, it inserts a row elsewhere and changes a column of the row. Made by [Dialect#trigger].
///
/// The SQL says `new.` and `old.` for the row as it becomes and as it was, and nothing else has
/// these words. All texts may have the words in braces of a job's statements.
///
/// @param name in the database it follows the table's name and an underscore
/// @param when a condition
/// @param insert a whole INSERT, done before the column is changed
/// @param column which is changed
/// @param value an expression: what it is changed to
public record RowTrigger(
    String name, String table, String when, String insert, String column, String value) {
  String fullName() {
    return table + "_" + name;
  }
}
