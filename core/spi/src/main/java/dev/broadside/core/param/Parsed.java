package dev.broadside.core.param;

/// The result of reading a text: a value, or what is wrong with the text.
///
/// @param <T> the type of the value
public sealed interface Parsed<T> {

  /// The text was read.
  record Value<T>(T value) implements Parsed<T> {}

  /// The text was wrong.
  record Wrong<T>(Problem problem) implements Parsed<T> {}
}
