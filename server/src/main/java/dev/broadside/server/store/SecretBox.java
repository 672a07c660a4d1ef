package dev.broadside.server.store;

/// Keeps texts secret at rest. Implementations may be used by several threads.
public interface SecretBox {

  /// The text so that only [#open] can read it.
  String seal(String text);

  /// The text again.
  ///
  /// @throws IllegalStateException where it was sealed with another key, or was tampered with
  String open(String sealed);
}
