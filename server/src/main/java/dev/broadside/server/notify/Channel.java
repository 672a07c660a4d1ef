package dev.broadside.server.notify;

import java.io.IOException;

/// A way to send notices, named by the server's operator. Blocks for seconds at most; safe for use
/// by several threads.
sealed interface Channel permits Webhook, Mail {
  /// Its kind for lists, `webhook` or `mail`. Never its address, which may be a secret.
  String kind();

  /// Sends once.
  ///
  /// @param id stays the same each time a notice is sent
  /// @param body the notice as JSON
  /// @throws IOException if it did not arrive; its message is the reason, without secrets
  void send(String id, Notice notice, byte[] body) throws IOException;
}
