package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.run.ShareData.Owner;
import dev.broadside.core.run.ShareData.Wanted;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Decides what an agent does for one share of a job, from its plan to its release: when it starts,
/// orders, kills and replaces the worker, what it reports, and what becomes of the records.
///
/// The machine does nothing itself. [#on] takes what has happened, with the time, and returns what
/// is to be done; [#wakeNanos] says when it must be woken if nothing happens before. The same
/// inputs give the same effects. Not safe for use by several threads.
///
/// The share's *controller* gives the orders and gets the reports. It is the server, or `broadside
/// run`, which is its own agent.
///
/// ```
///  BeforeWorker       WithLoad                                        AfterLoad
///
///  Fetching
///     | the pack is here
///     v
///  Starting --------> Preparing --> Ready --> Running -- its end --> AwaitingOrder <--> Verifying
///     ^    \              |          |        ^   |                      ^
///     |     +-----------> Resuming ------------+   |                      |
///     |                   |          |             |                      |
///     |                   +----------+-- a stop ---+--> Stopping ---------+
///     |
///     | another worker takes the load up
///     |
///     |               WorkerEnding                                    WorkerGone
///     |
///     +-------------- Closing <-- the worker exits -- Exiting, Killed
///                        |
///                        +-- no other worker follows --> Ended --> Discarding --> Gone
/// ```
///
/// Each group is a file, in which [ShareState#on] and [ShareState#obey] say what leads out of its
/// states. These ways are not in the drawing:
///
/// | from | to | when |
/// |---|---|---|
/// | a state with a worker | `Exiting` | the share is released |
/// | a state with a worker | `Killed` | the worker exceeds a step's limit, the planned end or its grace, or is ended by force |
/// | a state with a worker | `Closing` | the worker dies |
/// | `Preparing` | `AwaitingOrder` | the job is refused, or a step fails |
/// | `Resuming` | `Killed` | the worker cannot take the load up; another one tries |
/// | `AwaitingOrder` | `Exiting` | another worker is to take the load up |
/// | `Ended` | `Starting` | a worker is to take the load up |
/// | `Exiting`, `Closing` | `Discarding` | the controller wants nothing more of the share |
/// | `Discarding` | `Ended` | the controller asks for the share again, and has all its records |
/// | `Fetching`, `Starting` | `Ended` | there will be no worker |
/// | `Fetching` | `Gone` | the share is released |
///
/// The share waits for the controller three times: until the target is prepared ([ShareGoal.Open]),
/// until all shares are ready ([ShareGoal.Run]), and until all have finished ([ShareGoal.Verify]).
/// During the first wait the controller may ask it to help with loading ([ShareGoal.Load]). An
/// order says which state is wanted, so an order that comes twice, late or before there is a worker
/// does no harm. Once a share has failed, later failures do not change its status.
///
/// If a worker dies in its load, or cannot take a load up, another worker goes on with the load
/// until its planned end; the third death within a minute ends the share. The controller can order
/// the same with [ShareGoal.Resume] in two cases: the worker died with the agent process before
/// this one, or the load was ended because the controller could not be reached.
public final class ShareMachine {
  private ShareData share;
  private ShareState state = new BeforeWorker.Fetching(List.of());

  /// Readings of this host's clocks.
  ///
  /// @param nanos of the one that never jumps
  public record Moment(long nanos, long epochNanos) {
    public static Moment of(Time time) {
      return new Moment(time.nanos(), time.epochNanos());
    }

    /// A moment of the wall clock on the clock that never jumps.
    long onHost(long otherEpochNanos) {
      return nanos + otherEpochNanos - epochNanos;
    }
  }

  public ShareMachine(Plan plan, long generation) {
    share = new ShareData(ShareLoad.ahead(plan), generation);
  }

  /// A share whose load an earlier process of this agent had begun, or another agent.
  public ShareMachine(ShareGoal.Resume goal, long generation, Moment at) {
    share = new ShareData(ShareLoad.resumed(goal, at), generation);
  }

  /// Takes what happens.
  ///
  /// @return what is to be done, in this order
  public List<ShareEffect> on(ShareInput input, Moment at) {
    Transition transition = new Transition(share, at);
    state = next(state, input, transition);
    transition.setDeadline(state.due(transition.share()));
    share = transition.share();
    return transition.effects();
  }

  /// When [ShareInput.Woken] is to come; empty if there is no limit to wait for.
  public OptionalLong wakeNanos() {
    OptionalLong limit = share.step().stream().mapToLong(StepDeadline::limitNanos).findFirst();
    OptionalLong own = state.wakeNanos();
    return limit.isPresent() && own.isPresent()
        ? OptionalLong.of(earlier(limit.getAsLong(), own.getAsLong()))
        : limit.isPresent() ? limit : own;
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /// The progress of the step before or after the load that is under way; empty if there is none.
  public Optional<StepProgress> step() {
    return share.step().map(StepDeadline::at);
  }

  /// The transition function.
  private static ShareState next(ShareState state, ShareInput input, Transition t) {
    return switch (input) {
      case ShareInput.Ordered(ShareOrder order) -> ordered(state, order, t);
      case ShareInput.Progressed(StepProgress at) -> {
        progressed(state, at, t);
        yield state;
      }
      case ShareInput.Event event -> happened(state, event, t);
    };
  }

  /// Does what all states have in common after an event, and then what the state does.
  private static ShareState happened(ShareState state, ShareInput.Event event, Transition t) {
    switch (event) {
      case ShareInput.LeaseOver _ -> {
        if (t.share().wanted() == Wanted.LOAD) {
          want(Wanted.RECORDS, t);
        }
      }
      case ShareInput.AgentStops _ -> t.update(t.share().with(Owner.STOPS));
      case ShareInput.ShutDown _ -> t.update(t.share().with(Owner.ENDS));
      case ShareInput.Begin _,
          ShareInput.Reported _,
          ShareInput.Exited _,
          ShareInput.Acknowledged _,
          ShareInput.Answer _,
          ShareInput.Connected _,
          ShareInput.Woken _ -> {}
    }
    ShareState next = state.on(event, t);
    if (event instanceof ShareInput.Connected) {
      t.repeat();
    }
    return next;
  }

  /// A repeated order is answered with the present status, and one that is older than the newest
  /// received is ignored.
  private static ShareState ordered(ShareState state, ShareOrder order, Transition t) {
    long heard = t.share().reports().generation();
    if (order.generation() < heard) {
      return state;
    }
    if (order.generation() == heard) {
      return t.answer(state);
    }
    t.update(t.share().with(t.share().reports().heard(order.generation())));
    switch (order.goal()) {
      case ShareGoal.Stop(boolean unknownRun, boolean _) ->
          want(unknownRun ? Wanted.UNKNOWN_RUN : Wanted.RECORDS, t);
      case ShareGoal.Release _ -> want(Wanted.NOTHING, t);
      case ShareGoal.Resume resume -> t.change(resume.plan().changes(), state.loading());
      case ShareGoal.Run run when t.load().startKnown() -> t.change(run.changes(), state.loading());
      case ShareGoal.Prepare _, ShareGoal.OfWorker _ -> {}
    }
    // While this agent is stopping, a Resume is for the agent process after it: ignore it here.
    boolean forTheNext = order.goal() instanceof ShareGoal.Resume && !t.share().stays();
    return forTheNext ? state : state.obey(order.goal(), t);
  }

  /// Notes what the controller wants. A share that was released stays released.
  private static void want(Wanted wanted, Transition t) {
    if (t.share().wanted() != Wanted.NOTHING) {
      t.update(t.share().with(wanted));
    }
  }

  private static void progressed(ShareState state, StepProgress at, Transition t) {
    boolean fetched = at.step() == ShareStep.FETCH;
    boolean expected =
        switch (state) {
          case BeforeWorker.Fetching _ -> fetched;
          case BeforeWorker.Starting _, WithLoad _, AfterLoad _ -> !fetched;
          case WorkerEnding _, WorkerGone _ -> false;
        };
    if (expected) {
      t.progressed(at);
    }
  }
}
