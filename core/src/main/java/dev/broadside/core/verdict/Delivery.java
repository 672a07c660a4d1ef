package dev.broadside.core.verdict;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// How much of the planned load a run has delivered: the measured time for which its agents have
/// records, compared with the measured time planned for all of them.
///
/// @param share from 0 to 1; 1 if nothing is missing
/// @param shortfalls the agents with missing measured time, by name
public record Delivery(double share, List<Shortfall> shortfalls) {

  /// With a smaller share, the load was not the planned one, and the result does not count.
  private static final double ENOUGH = 0.9;

  /// An agent with missing measured time.
  ///
  /// @param share of its own planned time, from 0 to 1
  /// @param untilMillis where its newest record ends, from the common start; 0 if it has no record,
  ///   and -1 if that is the planned end, so that the agent was away and came back
  public record Shortfall(String agent, double share, double untilMillis) {}

  public Delivery {
    shortfalls = List.copyOf(shortfalls);
  }

  /// Whether all of the planned load was delivered.
  public boolean whole() {
    return shortfalls.isEmpty();
  }

  /// Whether a result with this share of the planned load counts. An upgrade of an agent in a long
  /// run does not spoil the result; workers that die again and again do.
  ///
  /// @param share from 0 to 1
  public static boolean enough(double share) {
    return share >= ENOUGH;
  }

  /// What is missing, in a few words for people.
  public String shortfall() {
    return "only " + percent() + " of the planned agent time was delivered";
  }

  /// The delivery in one line, for people.
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
