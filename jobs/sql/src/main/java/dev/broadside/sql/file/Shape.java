package dev.broadside.sql.file;

import java.util.List;
import java.util.function.Supplier;

/// The shape of the value of a key.
sealed interface Shape {

  /// A scalar.
  ///
  /// @param words for a sentence, such as `a number`
  /// @param type of JSON Schema
  /// @param pattern of its text; empty accepts everything
  record Scalar(String words, String type, String pattern) implements Shape {}

  record Words(List<String> words) implements Shape {}

  record ListOf(Shape item) implements Shape {}

  /// A map whose keys are names that the author gives.
  ///
  /// @param what a name stands for
  record MapOf(String what, Shape value) implements Shape {}

  /// A map with keys of ours.
  record Fields(String what, List<Key> keys) implements Shape {
    List<String> names() {
      return keys.stream().map(Key::name).toList();
    }
  }

  /// A map of one of several kinds, told apart by the first key of each.
  record Variants(String what, List<Fields> kinds) implements Shape {}

  /// One of several shapes, told apart by being a scalar, a list or a map.
  record Either(List<Shape> shapes) implements Shape {}

  /// A shape that may lie within itself.
  ///
  /// @param name under which a schema has it
  record Named(String name, Supplier<Shape> shape) implements Shape {}

  /// A key of ours.
  ///
  /// @param help one sentence
  record Key(String name, Shape shape, boolean required, String help) {
    static Key of(String name, Shape shape, String help) {
      return new Key(name, shape, false, help);
    }

    static Key required(String name, Shape shape, String help) {
      return new Key(name, shape, true, help);
    }
  }
}
