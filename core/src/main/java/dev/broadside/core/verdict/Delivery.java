package dev.broadside.core.verdict;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// How much of the planned load a run has brought: the measured time of its agents of which there
/// are records, against the measured time that was planned for all of them.
///
/// @param share from 0 to 1; 1 where nothing is missing
/// @param shortfalls the agents of which measured time is missing, by name
public record Delivery(double share, List<Shortfall> shortfalls) {

  /// Below this a result tells of another load than was planned, and does not count as one of it.
  private static final double ENOUGH = 0.9;

  /// An agent of which measured time is missing.
  ///
  /// @param share of its own planned time, from 0 to 1
  /// @param untilMillis where its newest record ends, from the common start; 0 where there is none,
  ///   and -1 where that is the planned end: it was away, and came back
  public record Shortfall(String agent, double share, double untilMillis) {}

  public Delivery {
    shortfalls = List.copyOf(shortfalls);
  }

  /// Whether nothing of what was planned is missing.
  public boolean whole() {
    return shortfalls.isEmpty();
  }

  /// Whether a result of so much of the planned load counts: an agent that is upgraded in a long
  /// run spoils none, workers that die again and again do.
  ///
  /// @param share from 0 to 1
  public static boolean enough(double share) {
    return share >= ENOUGH;
  }

  /// What is missing for people, in a few words.
  public String shortfall() {
    return "only " + percent() + " of the planned agent time was delivered";
  }

  /// The same for people, in one line.
  ///
  /// @param start the run's common start
  public String sentence(Instant start) {
    String delivered = percent() + " of the planned agent time was delivered";
    return whole()
        ? delivered
        : delivered
            + ": "
            + shortfalls.stream()
                .map(shortfall -> words(shortfall, start))
                .collect(Collectors.joining(", "));
  }

  /// The share for people, never rounded up.
  public String percent() {
    return percent(share);
  }

  /// A share for people, never rounded up.
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", Math.floor(share * 1_000) / 10).replace(".0", "")
        + " %";
  }

  private static String words(Shortfall shortfall, Instant start) {
    Instant until = start.plusMillis((long) shortfall.untilMillis());
    if (shortfall.untilMillis() < 0) {
      return shortfall.agent() + " was away for a part of it";
    }
    return shortfall.untilMillis() == 0
        ? shortfall.agent() + " delivered nothing"
        : shortfall.agent() + " delivered nothing after " + until.truncatedTo(ChronoUnit.SECONDS);
  }
}
