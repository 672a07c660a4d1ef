package dev.broadside.server.steps;

import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Counted;
import dev.broadside.server.feed.JobView.ProgressView;
import dev.broadside.server.store.row.ShareRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a placed job waits for, in one sentence. Pure.
public final class WaitingFor {
  /// What goes on for less is not worth a word.
  private static final long LEAST_SECONDS = 2;

  private static final int SHOWN = 4;

  private WaitingFor() {}

  /// What goes on, of several the longest; empty where it waits for nothing.
  public static Optional<ProgressView> what(Situation now) {
    return switch (now.job().state()) {
      case JobState.Preparing _ -> step(now);
      case JobState.Stopping _ -> step(now).or(() -> Optional.of(afterwards(now)));
      case JobState.Pending _, JobState.Running _, JobState.Done _ -> Optional.empty();
    };
  }

  /// The same as a sentence without a stop; empty also where that has only just begun.
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
    return new ProgressView("", words, 0, 0, now.sinceChange().toSeconds());
  }

  private static boolean owes(Situation now, ShareRow share) {
    boolean counted = share.notes().lastSeq() >= 0;
    return counted && !share.lost() && !now.collected().of(share.agent()).complete();
  }

  private static String agents(Situation now, Predicate<ShareRow> which) {
    List<String> names = now.shares().stream().filter(which).map(ShareRow::agent).toList();
    String shown = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    int more = names.size() - SHOWN;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }
}
