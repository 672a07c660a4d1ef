package dev.broadside.core.param;

/// What reading one text gives: a value, or the reason why it is none.
///
/// @param <T> the type of the value
public sealed interface Parsed<T> {

  /// The text was good.
  record Value<T>(T value) implements Parsed<T> {}

  /// The text was not good.
  record Wrong<T>(Problem problem) implements Parsed<T> {}
}
