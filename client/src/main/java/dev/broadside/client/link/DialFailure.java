package dev.broadside.client.link;

/// Why there is no connection.
public sealed interface DialFailure {

  /// The reason for people, without a full stop.
  String sentence();

  /// There was no answer, or not in time: worth another attempt.
  record Unreachable(String sentence) implements DialFailure {}

  /// The answer came from a host that could not prove to be the pinned server.
  record Untrusted(String sentence) implements DialFailure {}

  /// The server does not know the credential.
  record Unknown(String sentence) implements DialFailure {}
}
