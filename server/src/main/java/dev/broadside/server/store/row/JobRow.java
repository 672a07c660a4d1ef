package dev.broadside.server.store.row;

import dev.broadside.core.job.Job;
import java.util.List;
import java.util.Optional;

/// A job with all that is kept beside it.
///
/// @param shares in the order of their slices, those that only watch behind the others; empty
///   before it was placed
/// @param headline its result in one line, once there is one
public record JobRow(Job job, JobCode code, List<ShareRow> shares, Optional<Headline> headline) {
  public JobRow {
    shares = List.copyOf(shares);
  }

  /// The shares with load.
  public List<ShareRow> loads() {
    return shares.stream().filter(share -> !share.slice().watches()).toList();
  }

  /// The shares of agents that only watch their hosts.
  public List<ShareRow> watchers() {
    return shares.stream().filter(share -> share.slice().watches()).toList();
  }

  /// The same in another state.
  public JobRow with(Job other) {
    return new JobRow(other, code, shares, headline);
  }

  /// The same with other shares.
  public JobRow with(List<ShareRow> others) {
    return new JobRow(job, code, others, headline);
  }
}
