package dev.broadside.core.pace;

import java.util.Locale;

/// How the arrivals of an open load lie around its rate.
public enum Arrivals {
  /// As evenly as the rate allows: at 10/s one each 100 ms.
  CONSTANT,

  /// Independent of one another, as from many users who know nothing of each other: a Poisson
  /// process.
  POISSON;

  /// The word used in results and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
