package dev.broadside.core.job;

import dev.broadside.core.pace.Portion;

/// One agent's exact part of a job.
///
/// @param agentIndex which part, from 0
/// @param agentCount how many parts
/// @param firstThread job-wide number of the part's first thread
/// @param threads how many threads the part has
/// @param totalThreads how many threads the job has
public record ShareSlice(
    int agentIndex, int agentCount, int firstThread, int threads, int totalThreads) {

  public static ShareSlice of(Portion share, int totalThreads) {
    return new ShareSlice(
        share.index(),
        share.of(),
        (int) share.first(totalThreads),
        (int) share.count(totalThreads),
        totalThreads);
  }

  /// The part of an agent that only watches its host.
  ///
  /// @param position after all parts with load
  public static ShareSlice watching(int position, int totalThreads) {
    return new ShareSlice(position, 0, 0, 0, totalThreads);
  }

  /// Which part of how many; only of one with load.
  public Portion portion() {
    return new Portion(agentIndex, agentCount);
  }

  /// Whether it has no load and only watches the agent's host.
  public boolean watches() {
    return agentCount == 0;
  }

  /// True for the one agent that prepares the target, and verifies it afterwards.
  public boolean first() {
    return agentIndex == 0;
  }
}
