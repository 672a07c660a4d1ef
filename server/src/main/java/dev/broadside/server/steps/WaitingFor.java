package dev.broadside.server.steps;

import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Counted;
import dev.broadside.server.agents.AgentTimeouts;
import dev.broadside.server.feed.JobView.ProgressView;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What a placed job waits for, in one sentence, and until when [JobSteps] waits. Pure.
public final class WaitingFor {
  /// A wait that is shorter is not shown.
  private static final long LEAST_SECONDS = 2;

  private static final int SHOWN = 4;

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private WaitingFor() {}

  /// The longest of the steps that go on; empty if it waits for none.
  public static Optional<ProgressView> what(Situation now) {
    return switch (now.job().state()) {
      case JobState.Preparing _ -> step(now);
      case JobState.Stopping _ -> step(now).or(() -> Optional.of(afterwards(now)));
      case JobState.Pending _, JobState.Running _, JobState.Done _ -> Optional.empty();
    };
  }

  /// The longest step as a sentence without a stop; empty also if it has only just begun.
  public static String sentence(Situation now) {
    int more = Math.max(0, now.waits().size() - 1);
    String others = more == 0 ? "" : "; and " + Counted.of(more, "more agent");
    return what(now)
        .filter(waits -> waits.seconds() >= LEAST_SECONDS)
        .map(waits -> waits.sentence() + others)
        .orElse("");
  }

  private static Optional<ProgressView> step(Situation now) {
    return now.waits().stream().findFirst().map(ProgressView::of);
  }

  private static ProgressView afterwards(Situation now) {
    String atWork = agents(now, share -> !share.over());
    String owing = agents(now, share -> owes(now, share));
    String words =
        !atWork.isEmpty()
            ? "waiting for " + atWork + " to stop"
            : owing.isEmpty() ? "making the result" : "waiting for records of " + owing;
    return new ProgressView("", words, 0, 0, now.since().change().toSeconds());
  }

  private static boolean owes(Situation now, ShareRow share) {
    boolean counted = share.notes().lastSeq() >= 0;
    return counted && !share.lost() && !now.collected().of(share.agent()).complete();
  }

  private static String agents(Situation now, Predicate<ShareRow> which) {
    return Counted.names(now.shares().stream().filter(which).map(ShareRow::agent).toList(), SHOWN);
  }

  /// Says for which agents a job waits that are away, and until when: one sentence without a stop
  /// for each, with semicolons between them; empty if it waits for none. Moments are said and not
  /// durations, so that the sentence stays the same until something happens.
  public static String absences(Situation now) {
    List<String> sentences = new ArrayList<>();
    for (ShareRow share : now.shares()) {
      String waiting = absence(now, share);
      if (!waiting.isEmpty()) {
        sentences.add(waiting);
      }
    }
    return String.join("; ", sentences);
  }

  private static String absence(Situation now, ShareRow share) {
    return switch (now.job().state()) {
      case JobState.Preparing _ -> preparing(now, share);
      case JobState.Running _ ->
          share.over() || !away(now, share)
              ? ""
              : absence(now, share, "its records are", AgentTimeouts.LEASE.minus(now.late()));
      case JobState.Stopping _ -> stopping(now, share);
      case JobState.Pending _, JobState.Done _ -> "";
    };
  }

  private static String preparing(Situation now, ShareRow share) {
    Duration left = AgentTimeouts.BEFORE_START.minus(now.silence(share));
    return away(now, share) ? absence(now, share, "it is", left) : "";
  }

  private static String stopping(Situation now, ShareRow share) {
    if (!away(now, share) || share.lost()) {
      return "";
    }
    if (!share.over()) {
      Duration patience = AgentTimeouts.LEASE.plus(now.job().spec().grace());
      return absence(now, share, "its end is", patience.minus(now.since().change()));
    }
    if (share.notes().lastSeq() >= 0 && !now.collected().of(share.agent()).complete()) {
      return absence(now, share, "its records are", AgentTimeouts.LEASE.minus(now.idle()));
    }
    return share.stage() == ShareStage.VERIFY && !share.verificationKnown()
        ? absence(now, share, "its verification is", AgentTimeouts.LEASE.minus(now.silence(share)))
        : "";
  }

  private static boolean away(Situation now, ShareRow share) {
    return now.silence(share).compareTo(AgentTimeouts.SUSPECT_AFTER) >= 0;
  }

  private static String absence(Situation now, ShareRow share, String what, Duration left) {
    Instant since = now.now().minus(now.silence(share));
    return share.agent()
        + " has been away since "
        + CLOCK.format(since)
        + "; "
        + what
        + " waited for until "
        + CLOCK.format(now.now().plus(left));
  }
}
