package dev.broadside.jobs.pgbench;

sealed interface ScriptCommand {
  /// Its offset in its script.
  int at();

  /// A statement, without its semicolon.
  record Sql(int at, String text) implements ScriptCommand {}

  /// A line that begins with a backslash.
  ///
  /// @param word without the backslash
  /// @param rest what follows the word, without blanks around it
  /// @param restAt the offset of the rest
  record Meta(int at, String word, String rest, int restAt) implements ScriptCommand {}
}
