package dev.broadside.sql.draft;

import java.util.List;

/// A statement that a database was asked, ready for a YAML job class.
///
/// @param verb in capitals, such as SELECT
/// @param tables as the text writes them, without aliases
/// @param sql with a `:name` for each value
/// @param binds the values, in the order in which they first stand there
/// @param notes what is not as it was, a clause each
record Digest(String verb, List<String> tables, String sql, List<Bind> binds, List<String> notes) {

  /// A value that was left out.
  record Bind(String name, Meaning meaning) {}

  /// What a value stands for, as far as the text tells.
  sealed interface Meaning {
    /// A value of a column that one of some tables has.
    ///
    /// @param use what is done with it
    record OfColumn(List<String> tables, String column, Use use) implements Meaning {}

    /// How many rows are asked for, or passed over.
    record Count(long usual, String word) implements Meaning {}

    /// @param after the words before the value
    record Unknown(String after) implements Meaning {}
  }

  /// What is done with a value of a column.
  sealed interface Use {
    record Compared() implements Use {}

    /// @param low the value at the other end
    record EndOfRange(String low) implements Use {}

    record Pattern() implements Use {}

    /// @param columns that the row gives a value
    record Inserted(List<String> columns) implements Use {}
  }

  /// What reading a text gives.
  sealed interface Reading {
    record Good(Digest digest) implements Reading {}

    /// @param why it cannot be carried over
    record Refused(String why) implements Reading {}

    /// It is no part of a load: a setting, a DDL statement, a question about the database itself.
    record Administrative() implements Reading {}
  }
}
