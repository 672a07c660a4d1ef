package dev.broadside.core.wire;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import java.util.List;

/// An order for a share: the state that the server wants it to reach. They are listed in the order
/// in which a share gets them.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = ShareGoal.Prepare.class, name = "prepare"),
  @Type(value = ShareGoal.Load.class, name = "load"),
  @Type(value = ShareGoal.Open.class, name = "open"),
  @Type(value = ShareGoal.Run.class, name = "run"),
  @Type(value = ShareGoal.Resume.class, name = "resume"),
  @Type(value = ShareGoal.Stop.class, name = "stop"),
  @Type(value = ShareGoal.Verify.class, name = "verify"),
  @Type(value = ShareGoal.Release.class, name = "release"),
})
public sealed interface ShareGoal {

  /// Orders that the agent passes on to the share's worker unchanged.
  sealed interface OfWorker extends ShareGoal {}

  /// Start a worker, load the pack and check the parameters. The first share also tries and
  /// prepares the target, and opens its threads.
  record Prepare(Plan plan) implements ShareGoal {}

  /// Help with loading the target. Every share but the first gets this, while the first one
  /// prepares.
  record Load(Facts facts) implements OfWorker {}

  /// Open all threads. Every share but the first gets this, when the target is prepared.
  record Open(Facts facts) implements OfWorker {}

  /// Run the load from the common start to the planned end. It is sent again whenever the load is
  /// changed.
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

  /// Take the load up now, until the planned end. A share gets this whose worker is gone and whose
  /// agent has reported [ShareStatus.Broken#resumable()]. A share that is at work already only
  /// takes over the plan's changes.
  ///
  /// @param plan the plan of a worker that [follows][Plan#former()] others
  /// @param facts what the target was prepared with
  /// @param startEpochNanos the common start, as in [Run]
  record Resume(Plan plan, Facts facts, long startEpochNanos) implements ShareGoal {}

  /// End the load: threads finish their iterations within the job's grace, and a worker that takes
  /// longer is killed. No record is lost by it.
  ///
  /// @param unknownRun whether the server does not know the run, since its store was restored from
  ///   a backup or is another one, or accepts no records of it any more. The agent then keeps the
  ///   records that were not acknowledged, and reports [ShareStatus.Unclaimed]; any later order
  ///   without this means that the server knows the run again
  /// @param atOnce whether the worker is killed at once, without its grace; the agent reads what it
  ///   counted from its counters
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

  /// Check the target after the run. One share only gets this, when all have finished.
  ///
  /// @param transactions what all agents counted
  /// @param operations the same by operation index
  /// @param figures the amounts of the job class's own figures, by index; empty if they are not
  ///   exact
  /// @param complete false if counts were lost, with an agent or with a dead worker's counters
  record Verify(Totals transactions, List<Totals> operations, List<Long> figures, boolean complete)
      implements OfWorker {
    public Verify {
      operations = List.copyOf(operations);
      figures = List.copyOf(figures);
    }
  }

  /// Release the share: end its worker, and forget its plan and acknowledged records.
  record Release() implements ShareGoal {}
}
