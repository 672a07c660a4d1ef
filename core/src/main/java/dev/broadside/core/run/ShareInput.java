package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareStatus;

/// What happens to a share. Texts are bounded and without control characters; moments are readings
/// of this host's clocks.
public sealed interface ShareInput {
  /// The controller gives the share an order.
  record Ordered(ShareOrder order) implements ShareInput {}

  /// A step has made progress.
  record Progressed(StepProgress at) implements ShareInput {}

  /// Everything else that happens. Each state says what it does then.
  sealed interface Event extends ShareInput {}

  /// The result of a [ShareEffect].
  sealed interface Answer extends Event {}

  /// The share begins.
  record Begin() implements Event {}

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

  /// The worker reports its status.
  record Reported(ShareStatus status) implements Event {}

  /// The worker has ended, and all that it said has been heard.
  ///
  /// @param exit its exit status
  /// @param forMemory whether the system killed it for want of memory, as far as that is known
  /// @param lastWords the end of what it wrote for people
  record Exited(int exit, boolean forMemory, String lastWords) implements Event {}

  /// [ShareEffect.CloseRecords] is done.
  ///
  /// @param lastSeq the newest record; -1 if there are no records
  /// @param arrivals how many arrivals of an open load that worker began or dropped, as far as its
  ///   records tell
  /// @param whole whether the worker had closed its records itself, since its load had ended
  /// @param underWay the operations that were under way when the worker died, in words; empty if
  ///   there were none, or it is not known
  record RecordsClosed(long lastSeq, long arrivals, boolean whole, String underWay)
      implements Answer {}

  /// The controller has acknowledged some records.
  record Acknowledged() implements Event {}

  /// The controller has every record that can be read.
  record Delivered() implements Answer {}

  /// [ShareEffect.Discard] is done.
  ///
  /// @param kept how many records stay on disk, since the controller had not acknowledged them
  record Discarded(long kept) implements Answer {}

  /// The controller can be reached again.
  record Connected() implements Event {}

  /// The load is to end without an order: the controller could not be reached for longer than the
  /// job's lease, or gives its orders to another process of the agent's name.
  ///
  /// @param why in words that follow "when"
  record LeaseOver(String why) implements Event {}

  /// The agent is stopped, and exits in good order: the load ends within the job's grace, and the
  /// controller gets what was counted.
  record AgentStops() implements Event {}

  /// The agent exits at once.
  record ShutDown() implements Event {}

  /// [ShareMachine#wakeNanos] is reached.
  ///
  /// @param lastWords the end of what the worker wrote so far; empty if it wrote nothing
  /// @param sealed the interval after the newest one that the worker has sealed; 0 if it sealed
  ///   none
  record Woken(String lastWords, int sealed) implements Event {}
}
