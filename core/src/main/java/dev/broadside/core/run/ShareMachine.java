package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.run.KnownShare.Owner;
import dev.broadside.core.run.KnownShare.Wanted;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One share of one job, from its plan to its release. Its controller is a server, or `broadside
/// run` for itself.
///
/// ```
///  BeforeWorker       WithLoad                                        AfterLoad
///
///  Fetching
///     | the pack is here
///     v
///  Starting --------> Preparing --> Ready --> Running -- its end --> LoadOver <--> Verifying
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
/// states. Not drawn: a released worker becomes `Exiting`, one that does not keep the limits of its
/// steps, the planned end or its grace becomes `Killed`, and one that dies leads to `Closing`, from
/// any state that has one; `Fetching` and `Starting` lead to `Ended` if there never is a worker.
///
/// The share waits for its controller three times: until the target is prepared ([ShareGoal.Open]),
/// until all shares are ready ([ShareGoal.Run]), until all have finished ([ShareGoal.Verify]);
/// while it waits for the first, it may be asked to help ([ShareGoal.Load]). Goals are desired
/// state: one that comes again, late or before there is a worker does no harm. The first failure
/// stands.
///
/// A worker that dies in its load, or cannot take one up, is followed by another one, which goes on
/// from then to the planned end; the third death within a minute ends the share. The controller may
/// want the same of a new share, whose worker died with the agent before, and of a share whose load
/// was ended because the controller was out of reach for too long ([ShareGoal.Resume]).
///
/// The machine does nothing itself: [#on] takes what happens, with the time, and answers what is to
/// be done; [#wakeNanos] says when something happens by itself. The same inputs give the same
/// effects. Not safe for use by several threads.
public final class ShareMachine {
  private KnownShare share;
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
    share = new KnownShare(ShareLoad.ahead(plan), generation);
  }

  /// A share that another agent process had, or another agent.
  public ShareMachine(ShareGoal.Resume goal, long generation, Moment at) {
    share = new KnownShare(ShareLoad.resumed(goal, at), generation);
  }

  /// Takes what happens.
  ///
  /// @return what is to be done, in this order
  public List<ShareEffect> on(ShareInput input, Moment at) {
    Transition transition = new Transition(share, at);
    state = next(state, input, transition);
    transition.hold(state.due(transition.share()));
    share = transition.share();
    return transition.effects();
  }

  /// When [ShareInput.Woken] is to come; empty if nothing is waited for.
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

  /// How far it is with what it does before or after its load; empty if it does no such thing.
  public Optional<StepProgress> step() {
    return share.step().map(StepDeadline::at);
  }

  /// The transition function. Here is what all states do alike; the rest is the state's own.
  private static ShareState next(ShareState state, ShareInput input, Transition t) {
    switch (input) {
      case ShareInput.Ordered(ShareOrder order) -> {
        return ordered(state, order, t);
      }
      case ShareInput.Progressed(StepProgress at) -> progressed(state, at, t);
      case ShareInput.LeaseOver _ -> {
        if (t.share().wanted() == Wanted.LOAD) {
          want(Wanted.RECORDS, t);
        }
      }
      case ShareInput.Leave _ -> t.know(t.share().with(Owner.LEAVES));
      case ShareInput.ShutDown _ -> t.know(t.share().with(Owner.ENDS));
      case ShareInput.Begin _,
          ShareInput.Reported _,
          ShareInput.Exited _,
          ShareInput.Acknowledged _,
          ShareInput.Answer _,
          ShareInput.Connected _,
          ShareInput.Woken _ -> {}
    }
    ShareState next = state.on(input, t);
    if (input instanceof ShareInput.Connected) {
      t.repeat();
    }
    return next;
  }

  /// A repeated order is answered with the present status, and one that is older than the newest
  /// heard is ignored.
  private static ShareState ordered(ShareState state, ShareOrder order, Transition t) {
    long heard = t.share().reports().generation();
    if (order.generation() < heard) {
      return state;
    }
    if (order.generation() == heard) {
      return t.answer(state);
    }
    t.know(t.share().with(t.share().reports().heard(order.generation())));
    switch (order.goal()) {
      case ShareGoal.Stop(boolean unknownRun, boolean _) ->
          want(unknownRun ? Wanted.UNKNOWN_RUN : Wanted.RECORDS, t);
      case ShareGoal.Release _ -> want(Wanted.NOTHING, t);
      case ShareGoal.Resume resume -> t.change(resume.plan().changes(), state.loading());
      case ShareGoal.Run run when t.load().startKnown() -> t.change(run.changes(), state.loading());
      case ShareGoal.Fork _, ShareGoal.OfWorker _ -> {}
    }
    // A load that is to be taken up is meant for the driver that comes after one that ends.
    boolean forTheNext = order.goal() instanceof ShareGoal.Resume && !t.share().stays();
    return forTheNext ? state : state.obey(order.goal(), t);
  }

  /// A share that was released stays so.
  private static void want(Wanted wanted, Transition t) {
    if (t.share().wanted() != Wanted.NOTHING) {
      t.know(t.share().with(wanted));
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
