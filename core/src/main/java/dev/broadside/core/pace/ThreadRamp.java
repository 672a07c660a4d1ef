package dev.broadside.core.pace;

/// Threads that start one after the other: evenly over a phase, and interleaved over all agents.
///
/// @param before how many threads of each agent are at work when the phase begins
/// @param after how many are when it ends
/// @param lengthNanos how long the phase is
public record ThreadRamp(int before, int after, long lengthNanos) {

  /// When a thread starts, in nanoseconds from the phase's beginning.
  ///
  /// The first joining thread starts at once, and the last one so that a further one would start at
  /// the phase's end: two agents that go from 1 to 3 threads over 4 s start theirs at 0 s, 1 s, 2 s
  /// and 3 s, in turn.
  ///
  /// @param thread its number on its agent, from 0
  /// @return 0 if it was at work before, [Curve#NEVER] if it is not at work in this phase
  public long startNanos(int thread, Portion agent) {
    if (thread >= after) {
      return Curve.NEVER;
    }
    if (thread < before) {
      return 0;
    }
    long joining = (long) (after - before) * agent.of();
    long turn = (long) (thread - before) * agent.of() + agent.index();
    return Math.round((double) lengthNanos * turn / joining);
  }
}
