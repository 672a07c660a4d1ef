package dev.broadside.server.api.many;

import dev.broadside.core.input.Filing;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.JobQuery.Of;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// A kind of things that take orders, many at a time.
///
/// @param kind of what is found by a query
/// @param plural what several of them are called, such as `jobs`
/// @param one finds one by its id
/// @param found the ids of those that a query means, newest first, at most so many
/// @param shown what is told of one
/// @param actions what can be ordered
public record Orderable<V>(
    Of kind,
    String plural,
    Function<String, Optional<V>> one,
    BiFunction<JobQuery, Integer, List<String>> found,
    Function<V, Shown> shown,
    List<Action<V>> actions) {
  /// The order that says what changes of folder and tags.
  public static final String FILE = "file";

  public Orderable {
    actions = List.copyOf(actions);
  }

  /// One of them in a line.
  public record Shown(String id, String name, String state) {}

  /// To which one an order goes.
  ///
  /// @param user who gave it
  /// @param change of [#FILE]; else nothing
  public record Given(String id, String user, Filing.Change change) {}

  /// Something that can be ordered.
  ///
  /// @param word for it, such as `cancel`
  /// @param done does it, gives what is there afterwards (another one, where the order makes one),
  ///   and throws [dev.broadside.server.exchange.HttpProblem] where that cannot be; any thread
  public record Action<V>(String word, Function<Given, V> done) {}
}
