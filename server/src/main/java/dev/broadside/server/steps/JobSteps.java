package dev.broadside.server.steps;

import static dev.broadside.server.steps.Situation.longer;

import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.JobState;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.agents.AgentTimeouts;
import dev.broadside.server.feed.ShareWait;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The rules by which a placed job goes forward, from what its agents have reported. Pure.
///
/// ```
///   Fork (all) -> Load (all but the first) -> Open (all but the first) -> Run (all) -> Verify (first) -> Release (all)
///                                               \----- Stop (all) -----^
/// ```
///
/// A rule looks at states and never at events, so it does not matter in which order things were
/// heard, nor whether the server was restarted in between.
public final class JobSteps {
  /// What is to happen next with a placed job.
  public sealed interface NextStep {
    /// Nothing: something must happen first.
    record Stay() implements NextStep {}

    /// The job's state changes, and what is wanted of its shares.
    ///
    /// @param at when; for a start the common start of all agents
    /// @param shares those that change
    record Move(JobEvent event, Instant at, List<ShareRow> shares) implements NextStep {}

    /// Something else is wanted of some shares.
    record Want(List<ShareRow> shares) implements NextStep {}

    /// All records have come that will come: the final document is to be made.
    record Settle() implements NextStep {}
  }

  private JobSteps() {}

  public static NextStep next(Situation now) {
    return switch (now.job().state()) {
      case JobState.Pending _ -> new NextStep.Stay();
      case JobState.Preparing _ -> preparing(now);
      case JobState.Running _ -> running(now);
      case JobState.Stopping _ -> stopping(now);
      case JobState.Done _ -> done(now);
    };
  }

  private static NextStep preparing(Situation now) {
    Optional<JobEvent> obstacle = obstacle(now);
    if (obstacle.isPresent()) {
      return new NextStep.Move(obstacle.get(), now.now(), List.of());
    }
    if (all(now, ShareRow::ready)) {
      return start(now);
    }
    ShareRow first = now.shares().getFirst();
    if (first.prepared()) {
      return wanting(now, ShareStage.OPEN, share -> !share.slice().first());
    }
    return first.status() instanceof ShareStatus.Loading
        ? wanting(now, ShareStage.LOAD, share -> !share.slice().first())
        : new NextStep.Stay();
  }

  /// Why a job cannot start, if it cannot. Before the start one share's trouble is the whole job's:
  /// nothing is lost yet.
  private static Optional<JobEvent> obstacle(Situation now) {
    for (ShareRow share : now.shares()) {
      if (share.failed()) {
        return Optional.of(broke(share));
      }
    }
    return now.shares().stream()
        .filter(share -> longer(now.silence(share), AgentTimeouts.BEFORE_START))
        .findFirst()
        .<JobEvent>map(share ->
            new JobEvent.AgentsLost(
                share.agent() + " was lost before the start; see whether it still runs"))
        .or(() ->
            now.waits().stream()
                .filter(wait -> overdue(now, wait))
                .findFirst()
                .map(wait ->
                    new JobEvent.Broke(
                        wait.agent() + ": " + overdueSentence(now, wait), Optional.empty())));
  }

  /// Whether a share made no progress for so long that its agent should have ended it.
  private static boolean overdue(Situation now, ShareWait wait) {
    return longer(wait.still(), limit(now, wait).plus(AgentTimeouts.STEP_MARGIN));
  }

  private static Duration limit(Situation now, ShareWait wait) {
    return now.job().spec().settings().limit(wait.at().step());
  }

  private static String overdueSentence(Situation now, ShareWait wait) {
    return wait.at().overdue(limit(now, wait));
  }

  private static NextStep start(Situation now) {
    List<ShareRow> shares =
        now.everybody().stream().map(share -> share.wanting(ShareStage.RUN)).toList();
    return new NextStep.Move(new JobEvent.Started(), now.now().plus(now.lead()), shares);
  }

  private static NextStep running(Situation now) {
    Optional<JobEvent> loss = loss(now);
    if (loss.isPresent()) {
      return new NextStep.Move(loss.get(), now.now(), List.of());
    }
    List<ShareRow> back =
        now.everybody().stream()
            .filter(share -> share.resumable() && now.goesOn())
            .map(ShareRow::resumed)
            .toList();
    if (!back.isEmpty()) {
      return new NextStep.Want(back);
    }
    List<ShareRow> changed = overdue(now);
    if (!changed.isEmpty()) {
      return new NextStep.Want(changed);
    }
    if (!all(now, ShareRow::over)) {
      return new NextStep.Stay();
    }
    return new NextStep.Move(end(now), now.now(), List.of());
  }

  /// The event that ends a job that must not go on without one of its agents.
  private static Optional<JobEvent> loss(Situation now) {
    if (AgentLoss.of(now.job().spec()) != AgentLoss.FAIL || !now.goesOn()) {
      return Optional.empty();
    }
    for (ShareRow share : now.shares()) {
      if (share.failed()) {
        return Optional.of(broke(share));
      }
      if (!share.over() && longer(now.silence(share), AgentTimeouts.LOST_AFTER)) {
        return Optional.of(
            new JobEvent.Broke(
                share.agent() + " was lost, and the job is to fail then", Optional.empty()));
      }
    }
    return Optional.empty();
  }

  /// Shares that should have ended by now: those in reach are told to stop, those out of reach are
  /// given up.
  private static List<ShareRow> overdue(Situation now) {
    Duration late = now.late();
    if (!longer(late, AgentTimeouts.LEASE)) {
      return late.isNegative() ? List.of() : neverBack(now);
    }
    Duration stopAfter = AgentTimeouts.LEASE.plus(now.job().spec().grace());
    List<ShareRow> changed = new ArrayList<>();
    for (ShareRow share : now.shares()) {
      if (share.over()) {
        continue;
      }
      boolean silent = longer(now.silence(share), AgentTimeouts.LOST_AFTER);
      if (silent || longer(late, stopAfter.multipliedBy(2))) {
        changed.add(share.givenUp());
      } else if (longer(late, stopAfter) && !share.ending()) {
        changed.add(share.wanting(ShareStage.STOP));
      }
    }
    return changed;
  }

  /// Shares whose agents did not come back before the planned end, and have nothing to bring.
  private static List<ShareRow> neverBack(Situation now) {
    return now.shares().stream()
        .filter(share -> share.vacant() && !share.lost() && complete(now, share))
        .filter(share -> longer(now.silence(share), AgentTimeouts.SUSPECT_AFTER))
        .map(ShareRow::givenUp)
        .toList();
  }

  /// How a run ends when its load is over. A share that broke for good is trouble of the job class
  /// or its host, and not the absence of an agent: what the others did is kept, but the plan was
  /// not carried out.
  private static JobEvent end(Situation now) {
    Optional<ShareRow> broken = now.shares().stream().filter(ShareRow::broke).findFirst();
    if (broken.isPresent()) {
      return broke(broken.get());
    }
    if (now.shares().stream().anyMatch(ShareRow::finished)) {
      return new JobEvent.AllFinished();
    }
    return now.shares().stream()
        .filter(ShareRow::failed)
        .findFirst()
        .<JobEvent>map(JobSteps::broke)
        .orElseGet(() ->
            new JobEvent.AgentsLost(
                "all agents were lost and had not come back "
                    + "when the time to wait for them was over"));
  }

  private static NextStep stopping(Situation now) {
    List<ShareRow> changed = new ArrayList<>();
    for (ShareRow share : now.everybody()) {
      if (!share.over()) {
        changed.addAll(stop(now, share));
      }
    }
    if (!changed.isEmpty()) {
      return new NextStep.Want(changed);
    }
    if (!now.everybody().stream().allMatch(ShareRow::over) || !collected(now)) {
      return new NextStep.Stay();
    }
    return verified(now);
  }

  private static List<ShareRow> stop(Situation now, ShareRow share) {
    boolean nothingToLose =
        longer(now.silence(share), AgentTimeouts.LOST_AFTER)
            && (share.slice().watches() || !now.began());
    Duration patience = AgentTimeouts.LEASE.plus(now.job().spec().grace());
    if (nothingToLose || longer(now.since().change(), patience)) {
      return List.of(share.givenUp());
    }
    return share.ending() ? List.of() : List.of(share.wanting(ShareStage.STOP));
  }

  /// Whether every record that will come has come; after a time without any, those that are missing
  /// are given up.
  private static boolean collected(Situation now) {
    return longer(now.idle(), AgentTimeouts.LEASE)
        || now.everybody().stream()
            .allMatch(share -> share.notes().lastSeq() < 0 || share.lost() || complete(now, share));
  }

  private static boolean complete(Situation now, ShareRow share) {
    return now.collected().of(share.agent()).complete();
  }

  private static NextStep verified(Situation now) {
    ShareRow first = now.shares().getFirst();
    boolean able =
        first.status() instanceof ShareStatus.Finished && first.ran() && !first.verificationKnown();
    if (!able) {
      return new NextStep.Settle();
    }
    if (longer(now.silence(first), AgentTimeouts.LEASE)) {
      return new NextStep.Want(List.of(first.unverified("the agent was out of reach")));
    }
    Optional<ShareWait> hung = now.waits().stream().filter(wait -> overdue(now, wait)).findFirst();
    if (hung.isPresent()) {
      return new NextStep.Want(List.of(first.unverified(overdueSentence(now, hung.get()))));
    }
    return wanting(now, ShareStage.VERIFY, share -> share.slice().first());
  }

  /// Lets agents forget what is stored here. An agent that was lost may still bring records, so it
  /// only has to end its load; it forgets them when they have come.
  private static NextStep done(Situation now) {
    List<ShareRow> changed = new ArrayList<>();
    for (ShareRow share : now.everybody()) {
      if (share.gone() || share.stage() == ShareStage.RELEASE) {
        continue;
      }
      if (spent(now, share)) {
        changed.add(share.wanting(ShareStage.RELEASE));
      } else if (!share.finished() && !share.failed() && !share.ending()) {
        changed.add(share.wanting(ShareStage.STOP));
      }
    }
    return changed.isEmpty() ? new NextStep.Stay() : new NextStep.Want(changed);
  }

  /// Whether all that an agent has of a share has come.
  private static boolean spent(Situation now, ShareRow share) {
    boolean nothingCounted = (share.finished() || share.failed()) && share.notes().lastSeq() < 0;
    return nothingCounted || complete(now, share);
  }

  /// Wants something of the shares of which it is not wanted yet.
  private static NextStep wanting(Situation now, ShareStage stage, Predicate<ShareRow> whose) {
    List<ShareRow> changed =
        now.shares().stream()
            .filter(share -> share.stage() != stage)
            .filter(whose)
            .map(share -> share.wanting(stage))
            .toList();
    return changed.isEmpty() ? new NextStep.Stay() : new NextStep.Want(changed);
  }

  private static boolean all(Situation now, Predicate<ShareRow> test) {
    return now.shares().stream().allMatch(test);
  }

  private static JobEvent broke(ShareRow share) {
    Optional<Problem.Kind> refused =
        share.status() instanceof ShareStatus.Rejected(List<Problem> problems)
            ? Optional.of(Problem.Kind.of(problems))
            : Optional.empty();
    return new JobEvent.Broke(Reasons.why(share), refused);
  }
}
