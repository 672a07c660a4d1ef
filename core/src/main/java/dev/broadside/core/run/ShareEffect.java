package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.util.OptionalLong;

/// What is to be done for a share. If there never was a worker, effects on its records are done at
/// once.
public sealed interface ShareEffect {
  /// Report the share's status to the controller.
  ///
  /// @param generation the newest that was heard
  record Report(long generation, ShareStatus status) implements ShareEffect {}

  /// Tell the controller how far a step is.
  record Tell(StepProgress at) implements ShareEffect {}

  /// Write a line for people into the log.
  record Log(String line) implements ShareEffect {}

  /// Get the pack; answered by [ShareInput.Fetched] or [ShareInput.NotStarted].
  record Fetch() implements ShareEffect {}

  /// Start a worker; answered by [ShareInput.Launched] or [ShareInput.NotStarted]. The one before
  /// is dead and its records are closed.
  ///
  /// @param plan of any incarnation
  record Launch(Plan plan) implements ShareEffect {}

  /// Send an order to the worker.
  record Order(ShareGoal goal) implements ShareEffect {}

  /// Kill the worker.
  record Kill() implements ShareEffect {}

  /// Make the closing record of a dead worker that made none; answered by
  /// [ShareInput.RecordsClosed].
  ///
  /// @param livedNanos how far the run's axis had come; empty if it had not begun
  record CloseRecords(OptionalLong livedNanos) implements ShareEffect {}

  /// Say [ShareInput.Delivered] if the controller has everything by now.
  record AskDelivered() implements ShareEffect {}

  /// Delete the records that the controller has, and keep the others as unclaimed; answered by
  /// [ShareInput.Discarded].
  record Discard() implements ShareEffect {}

  /// Close the records, which stay on disk, and then [Leave].
  record KeepRecords() implements ShareEffect {}

  /// The share keeps its driver no longer from ending.
  record Leave() implements ShareEffect {}

  /// Nothing is left of the share.
  record Forget() implements ShareEffect {}
}
