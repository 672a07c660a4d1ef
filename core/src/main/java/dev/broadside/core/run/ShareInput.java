package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareStatus;

/// What happens to a share. Texts are bounded and without control characters; moments are readings
/// of this host's clocks.
public sealed interface ShareInput {
  /// What a [ShareEffect] came to.
  sealed interface Answer extends ShareInput {}

  /// It is to begin.
  record Begin() implements ShareInput {}

  /// Its controller wants something of it.
  record Ordered(ShareOrder order) implements ShareInput {}

  /// The pack is here.
  record Fetched() implements Answer {}

  /// No worker could be started.
  ///
  /// @param why a [ShareStatus.Rejected] or a [ShareStatus.Broken]
  record NotStarted(ShareStatus why) implements Answer {}

  /// There is a worker, which waits for its first order.
  ///
  /// @param plan with the worker's own incarnation
  record Launched(Plan plan) implements Answer {}

  /// A step has come further.
  record Progressed(StepProgress at) implements ShareInput {}

  /// The worker reports its status.
  record Reported(ShareStatus status) implements ShareInput {}

  /// The worker has ended, and all that it said has been heard.
  ///
  /// @param exit its exit status
  /// @param forMemory whether the system killed it for want of memory, as far as that is known
  /// @param lastWords the end of what it wrote for people
  record Exited(int exit, boolean forMemory, String lastWords) implements ShareInput {}

  /// [ShareEffect.CloseRecords] is done.
  ///
  /// @param lastSeq the newest record; -1 if there are no records
  /// @param arrivals how many arrivals of an open load that worker began or dropped, as far as its
  ///   records tell
  /// @param whole whether the worker had closed its records itself: its load had come to its end
  /// @param underWay the operations that were under way when the worker died, in words; empty if
  ///   there were none, or it is not known
  record RecordsClosed(long lastSeq, long arrivals, boolean whole, String underWay)
      implements Answer {}

  /// The controller has acknowledged some records.
  record Acknowledged() implements ShareInput {}

  /// The controller has every record that can be read.
  record Delivered() implements Answer {}

  /// [ShareEffect.Discard] is done.
  ///
  /// @param kept how many records the controller had not acknowledged
  record Discarded(long kept) implements Answer {}

  /// The controller is in reach again.
  record Connected() implements ShareInput {}

  /// The controller has been out of reach for so long that the load is to end.
  ///
  /// @param why in words that follow "when"
  record LeaseOver(String why) implements ShareInput {}

  /// The driver of the share is stopped, and ends in good order: the load ends within the job's
  /// grace, and what was counted goes to the controller.
  record Leave() implements ShareInput {}

  /// The driver of the share ends at once.
  record ShutDown() implements ShareInput {}

  /// [ShareMachine#wakeNanos] is reached.
  ///
  /// @param lastWords the end of what the worker wrote so far; empty if it wrote nothing
  /// @param sealed the interval after the newest one that the worker has sealed; 0 if it sealed
  ///   none
  record Woken(String lastWords, int sealed) implements ShareInput {}
}
