package dev.broadside.core.wire;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import java.util.List;

/// What the server wants of a share, in the order in which it wants it.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = ShareGoal.Fork.class, name = "fork"),
  @Type(value = ShareGoal.Load.class, name = "load"),
  @Type(value = ShareGoal.Open.class, name = "open"),
  @Type(value = ShareGoal.Run.class, name = "run"),
  @Type(value = ShareGoal.Resume.class, name = "resume"),
  @Type(value = ShareGoal.Stop.class, name = "stop"),
  @Type(value = ShareGoal.Verify.class, name = "verify"),
  @Type(value = ShareGoal.Release.class, name = "release"),
})
public sealed interface ShareGoal {

  /// Goals that are passed on to the share's worker unchanged.
  sealed interface OfWorker extends ShareGoal {}

  /// A worker with the pack loaded and the parameters checked; in the first share also the target
  /// tried and prepared, and all threads open and ready.
  record Fork(Plan plan) implements ShareGoal {}

  /// Help with loading the target; asked of every share but the first, while that one prepares.
  record Load(Facts facts) implements OfWorker {}

  /// All threads open and ready; asked of every share but the first, when the target is prepared.
  record Open(Facts facts) implements OfWorker {}

  /// Load from the common start to the planned end; sent again whenever the load is changed.
  ///
  /// @param startEpochNanos the common start on the server's wall clock; the agent turns it into
  ///   its own
  /// @param changes all changes of the load, oldest first
  record Run(long startEpochNanos, List<LoadChange> changes) implements OfWorker {
    public Run {
      changes = List.copyOf(changes);
    }

    /// A load as it was planned.
    public Run(long startEpochNanos) {
      this(startEpochNanos, List.of());
    }
  }

  /// Load from now on to the planned end, of a share whose worker is gone; sent to an agent that
  /// has reported [ShareStatus.Broken#resumable()]. A share that is at work already only takes over
  /// the plan's changes.
  ///
  /// @param plan the plan of a worker that [follows][Plan#former()] others
  /// @param facts what the target was prepared with
  /// @param startEpochNanos the common start, as in [Run]
  record Resume(Plan plan, Facts facts, long startEpochNanos) implements ShareGoal {}

  /// The load ended: threads finish their iteration within the spec's grace, then the worker is
  /// killed. No record is lost by it.
  ///
  /// @param unknownRun whether the server does not know the run, since its store was restored from
  ///   a backup or is another one, or accepts no records of it any more. The agent then keeps the
  ///   records that were not acknowledged, and reports [ShareStatus.Unclaimed]; any later order
  ///   without this means that the server knows the run again
  /// @param atOnce whether the worker is killed instead of having its grace; what it counted is
  ///   read from its counters
  record Stop(boolean unknownRun, boolean atOnce) implements ShareGoal {
    /// The end of the load of a run that is known.
    public Stop() {
      this(false);
    }

    /// The end with the job's grace.
    public Stop(boolean unknownRun) {
      this(unknownRun, false);
    }
  }

  /// The target checked after the run; asked of one share only, when all have finished.
  ///
  /// @param transactions what all agents counted
  /// @param operations the same by operation index
  /// @param complete false if counts were lost, with an agent or with a dead worker's counters
  record Verify(Totals transactions, List<Totals> operations, boolean complete)
      implements OfWorker {
    public Verify {
      operations = List.copyOf(operations);
    }
  }

  /// Nothing more: the worker ended, acknowledged records and the plan forgotten.
  record Release() implements ShareGoal {}
}
