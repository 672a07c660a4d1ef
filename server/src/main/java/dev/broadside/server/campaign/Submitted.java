package dev.broadside.server.campaign;

import dev.broadside.server.feed.WorkView;

/// What became of work that was submitted.
public sealed interface Submitted<V extends WorkView> {
  /// It is new, and kept.
  record Accepted<V extends WorkView>(V work) implements Submitted<V> {}

  /// The very same was submitted before under this id: nothing was done.
  record Known<V extends WorkView>(V work) implements Submitted<V> {}

  /// Other work of its kind has this id: nothing was done.
  ///
  /// @param sentence what to tell the user
  record Conflict<V extends WorkView>(String sentence) implements Submitted<V> {}
}
