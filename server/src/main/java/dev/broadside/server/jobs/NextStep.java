package dev.broadside.server.jobs;

import dev.broadside.core.job.JobEvent;
import dev.broadside.server.store.row.ShareRow;
import java.time.Instant;
import java.util.List;

/// What is to happen next with a placed job.
sealed interface NextStep {
  /// Nothing: something must happen first.
  record Stay() implements NextStep {}

  /// The job's state changes, and what is wanted of its shares.
  ///
  /// @param at when; for a start the common start of all agents
  /// @param shares those that change
  record Move(JobEvent event, Instant at, List<ShareRow> shares) implements NextStep {}

  /// Something else is wanted of some shares.
  record Want(List<ShareRow> shares) implements NextStep {}

  /// All is in that will come: the final document is to be made.
  record Settle() implements NextStep {}
}
