package dev.broadside.server.store.row;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.input.Filing;
import dev.broadside.core.job.Job;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A job with everything that is stored for it.
///
/// @param shares in the order of their slices, those that only watch after the others; empty before
///   it was placed
/// @param headline its result in one line, once there is one
/// @param filing its folder and tags
/// @param deletedAt when it was deleted; empty if it was not
public record JobRow(
    Job job,
    JobCode code,
    List<ShareRow> shares,
    Optional<Headline> headline,
    Filing filing,
    Optional<Instant> deletedAt) {
  public JobRow {
    requireNonNull(code);
    requireNonNull(filing);
    shares = List.copyOf(shares);
  }

  /// A job that was just submitted.
  public static JobRow asked(Job job, JobCode code) {
    return new JobRow(
        job, code, List.of(), Optional.empty(), Filing.of(job.spec()), Optional.empty());
  }

  /// The shares with load.
  public List<ShareRow> loads() {
    return shares.stream().filter(share -> !share.slice().watches()).toList();
  }

  /// The shares of agents that only watch their hosts.
  public List<ShareRow> watchers() {
    return shares.stream().filter(share -> share.slice().watches()).toList();
  }

  /// A copy in another state.
  public JobRow with(Job other) {
    return new JobRow(other, code, shares, headline, filing, deletedAt);
  }

  /// A copy with other shares.
  public JobRow with(List<ShareRow> others) {
    return new JobRow(job, code, others, headline, filing, deletedAt);
  }

  /// A copy with another folder and tags.
  public JobRow with(Filing other) {
    return new JobRow(job, code, shares, headline, other, deletedAt);
  }

  /// A copy with its result.
  public JobRow with(Optional<Headline> result) {
    return new JobRow(job, code, shares, result, filing, deletedAt);
  }
}
