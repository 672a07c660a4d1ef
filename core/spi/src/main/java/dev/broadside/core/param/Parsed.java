package dev.broadside.core.param;

/// The result of reading one text: a value, or the reason why the text is wrong.
public sealed interface Parsed<T> {

  record Value<T>(T value) implements Parsed<T> {}

  record Wrong<T>(Problem problem) implements Parsed<T> {}
}
