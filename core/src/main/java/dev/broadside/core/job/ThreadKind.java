package dev.broadside.core.job;

import java.util.Locale;

/// What a load thread is. Measured to be a real choice, so it is recorded with every result
/// (numbers.md section 2).
public enum ThreadKind {
  PLATFORM,
  VIRTUAL;

  /// The word used in results and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
