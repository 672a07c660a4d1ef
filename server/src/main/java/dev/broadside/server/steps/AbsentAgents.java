package dev.broadside.server.steps;

import dev.broadside.core.job.JobState;
import dev.broadside.server.agents.CoordinatorSettings;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/// Says for which agents a run waits that are away, and until when [JobSteps] waits for them. Pure.
///
/// Moments are said and not durations, so that the sentence stands as it is until something
/// happens.
public final class AbsentAgents {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private final CoordinatorSettings settings;

  public AbsentAgents(CoordinatorSettings settings) {
    this.settings = settings;
  }

  /// One sentence without a stop for each agent, with semicolons between them; empty where nobody
  /// is waited for.
  public String sentence(Situation now) {
    List<String> sentences = new ArrayList<>();
    for (ShareRow share : now.shares()) {
      String waiting = sentence(now, share);
      if (!waiting.isEmpty()) {
        sentences.add(waiting);
      }
    }
    return String.join("; ", sentences);
  }

  private String sentence(Situation now, ShareRow share) {
    return switch (now.job().state()) {
      case JobState.Preparing _ -> preparing(now, share);
      case JobState.Running _ ->
          share.over() || !away(now, share)
              ? ""
              : absence(now, share, "its records are", settings.lease().minus(now.late()));
      case JobState.Stopping _ -> stopping(now, share);
      case JobState.Pending _, JobState.Done _ -> "";
    };
  }

  private String preparing(Situation now, ShareRow share) {
    Duration left = settings.patienceBeforeStart().minus(now.silence(share));
    return away(now, share) ? absence(now, share, "it is", left) : "";
  }

  private String stopping(Situation now, ShareRow share) {
    if (!away(now, share) || share.lost()) {
      return "";
    }
    if (!share.over()) {
      Duration patience = settings.lease().plus(now.job().spec().grace());
      return absence(now, share, "its end is", patience.minus(now.sinceChange()));
    }
    if (share.notes().lastSeq() >= 0 && !now.collected().of(share.agent()).complete()) {
      return absence(now, share, "its records are", settings.lease().minus(now.idle()));
    }
    return share.stage() == ShareStage.VERIFY && !share.verificationKnown()
        ? absence(now, share, "its verification is", settings.lease().minus(now.silence(share)))
        : "";
  }

  private boolean away(Situation now, ShareRow share) {
    return now.silence(share).compareTo(settings.suspectAfter()) >= 0;
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
