package dev.broadside.client.link;

/// Why there is no connection.
public sealed interface DialFailure {

  /// What to tell people, without a final full stop.
  String sentence();

  /// Nobody answered, or not in time: worth another attempt.
  record Unreachable(String sentence) implements DialFailure {}

  /// Somebody answered who could not prove to be the pinned server.
  record Untrusted(String sentence) implements DialFailure {}

  /// The server does not know the credential.
  record Unknown(String sentence) implements DialFailure {}
}
