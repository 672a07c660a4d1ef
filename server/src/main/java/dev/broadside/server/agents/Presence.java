package dev.broadside.server.agents;

import java.util.Locale;

/// Whether an agent is connected.
public enum Presence {
  /// It echoes.
  CONNECTED,
  /// Its echo is late, or its link just broke: it may reconnect in a moment.
  SUSPECT,
  /// It has been silent for too long.
  LOST;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
