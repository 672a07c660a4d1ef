package dev.broadside.server.notify;

import java.io.IOException;

/// A way to somebody outside, which the server's operator has named. Blocks for seconds at most;
/// safe for use by several threads.
sealed interface Channel permits Webhook, Mail {
  /// What it is, for lists: `webhook`, `mail`. Never where it leads, which may be a secret.
  String kind();

  /// Sends once.
  ///
  /// @param id the same however often a notice is sent
  /// @param body the notice as JSON
  /// @throws IOException if it did not arrive, with a reason without secrets
  void send(String id, Notice notice, byte[] body) throws IOException;
}
