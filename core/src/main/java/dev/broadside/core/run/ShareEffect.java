package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.util.OptionalLong;

/// What is to be done for a share. If there never was a worker, effects on its records are done at
/// once, since there are none.
public sealed interface ShareEffect {
  /// Report the share's status to the controller.
  ///
  /// @param generation of the newest order that was received
  record Report(long generation, ShareStatus status) implements ShareEffect {}

  /// Tell the controller how far a step before or after the load has come.
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
  /// @param livedNanos the time on the run's axis at which the worker died; empty if the run had no
  ///   start yet
  record CloseRecords(OptionalLong livedNanos) implements ShareEffect {}

  /// Give the machine [ShareInput.Delivered] if the controller has every record by now; else do
  /// nothing.
  record AskDelivered() implements ShareEffect {}

  /// Delete the records that the controller has, and keep the others as unclaimed; answered by
  /// [ShareInput.Discarded].
  record Discard() implements ShareEffect {}

  /// Close the records, which stay on disk; then the agent may exit, as after [MayExit].
  record KeepRecords() implements ShareEffect {}

  /// The agent need not wait for this share any more before it exits.
  record MayExit() implements ShareEffect {}

  /// Forget the share: nothing is left of it.
  record Forget() implements ShareEffect {}
}
