package dev.broadside.core.stat;

import java.util.Locale;

/// Why an arrival of an open load was never begun.
public enum DropReason {
  /// It still waited for a thread when the planned end came.
  NO_FREE_THREAD,

  /// The run was stopped while it waited.
  STOPPED,

  /// It was due while its worker or agent had died and was not back.
  AWAY;

  /// The reason in words: `no free thread`, `stopped`.
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
