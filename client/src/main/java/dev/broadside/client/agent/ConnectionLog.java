package dev.broadside.client.agent;

import java.util.function.Consumer;

/// Logs the state of an agent's connection: that there is one, and each problem once, however often
/// the agent tries again. If the server drops the agent soon after it took it in, nothing more is
/// logged until a connection lasts. Used by one thread.
final class ConnectionLog {
  private final Consumer<String> info;
  private final Consumer<String> warning;
  private String lastTrouble = "";
  private boolean lasts = true;
  private boolean flapping;

  ConnectionLog(Consumer<String> info, Consumer<String> warning) {
    this.info = info;
    this.warning = warning;
  }

  /// There is a connection.
  void connected() {
    lasts = false;
    if (!flapping) {
      tellConnected();
    }
  }

  /// The connection has shown that it lasts.
  void lasts() {
    if (flapping) {
      tellConnected();
    }
    lasts = true;
    flapping = false;
    lastTrouble = "";
  }

  /// The connection is over.
  void disconnected(String reason) {
    flapping = !lasts;
    trouble(reason);
  }

  /// Something keeps the agent from its server.
  void trouble(String what) {
    if (!what.equals(lastTrouble)) {
      lastTrouble = what;
      warning.accept(what + "; the agent keeps trying");
    }
  }

  private void tellConnected() {
    info.accept("connected to the server");
  }
}
