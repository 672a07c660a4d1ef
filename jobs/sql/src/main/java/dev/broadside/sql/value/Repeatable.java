package dev.broadside.sql.value;

/// What hands something out once: a repetition of an iteration is to get the same again.
public interface Repeatable {
  /// An iteration begins.
  ///
  /// @param attempt 0 for its first try
  void begin(int attempt);
}
