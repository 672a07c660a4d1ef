package dev.broadside.core.verdict;

/// One reason why the load generator, and not the target, may have limited an interval on one
/// agent.
///
/// @param agent the agent's name
/// @param cause for programs
/// @param reason one sentence with its figure, and what to do about it
public record Limit(String agent, Cause cause, String reason) {

  /// What was short; where several are met, the first explains the others.
  public enum Cause {
    QUOTA("cpu quota"),
    WORKER_CPU("worker cpu"),
    OWN_CPU("own cpu"),
    CPU_WAIT("cpu wait"),
    BUSY_HOST("busy host"),
    STEAL("steal"),
    HICCUP("hiccup"),
    GC_PAUSE("gc pause"),
    LATE_START("late start");

    private final String word;

    Cause(String word) {
      this.word = word;
    }

    /// In two words at most, for narrow places.
    public String word() {
      return word;
    }
  }
}
