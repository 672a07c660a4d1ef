package dev.broadside.core.run;

import dev.broadside.core.run.ShareInput.Exited;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// How the workers of a share ended that nobody had told to.
///
/// Not safe for use by several threads.
final class WorkerDeaths {
  /// A share is not taken up again for ever: what kills a worker each time is no accident.
  static final int MOST = 3;

  static final Duration WITHIN = Duration.ofMinutes(1);

  private final Deque<Long> recent = new ArrayDeque<>();
  private Optional<Exited> last = Optional.empty();
  private String killedBecause = "";
  private String unable = "";
  private String underWay = "";

  /// The worker is being killed.
  void killed(String why) {
    killedBecause = why;
  }

  /// Whether it is, or was.
  boolean killed() {
    return !killedBecause.isEmpty();
  }

  /// The worker says that it cannot take the load up again.
  void unable(String why) {
    unable = "could not take the load up again: " + why;
  }

  void died(Exited exited) {
    last = Optional.of(exited);
  }

  /// What its counters say it was doing.
  void underWay(String operations) {
    underWay = operations;
  }

  /// Whether the share's worker died, and no other has followed.
  boolean died() {
    return last.isPresent();
  }

  /// Whether no worker has died that another one followed, or was to follow.
  boolean first() {
    return recent.isEmpty();
  }

  /// Whether another one may follow the one that has died now.
  boolean mayFollow(long nanos) {
    recent.add(nanos);
    while (nanos - recent.getFirst() > WITHIN.toNanos()) {
      recent.removeFirst();
    }
    return recent.size() < MOST;
  }

  /// Another one follows.
  void followed() {
    last = Optional.empty();
    unable = "";
    underWay = "";
    killedBecause = "";
  }

  /// Why the last one is gone.
  String sentence() {
    return unable.isEmpty()
        ? WorkerExit.sentence(last.orElseThrow(), killedBecause, underWay)
        : "the worker " + unable;
  }

  /// Why no other one follows.
  private String atLast() {
    return recent.size() < MOST
        ? sentence()
        : "%d workers died within a minute; at last %s".formatted(recent.size(), sentence());
  }

  /// What a share is whose last worker died before its load had come to its end.
  ///
  /// @param before what it was until then
  /// @param lastSeq its newest record
  /// @param resumable whether its next agent may take it up
  ShareStatus after(ShareStatus before, long lastSeq, boolean resumable) {
    Exited exited = last.orElseThrow();
    String words = exited.lastWords();
    return switch (before) {
      case ShareStatus.Rejected _, ShareStatus.Verified _, ShareStatus.Finished _ -> before;
      case ShareStatus.Broken(String reason, String said, long _, boolean again) ->
          new ShareStatus.Broken(reason, said, lastSeq, again);
      case ShareStatus.Forking _ when !killed() && first() ->
          new ShareStatus.Broken(WorkerExit.atItsStart(exited), words, lastSeq);
      case ShareStatus.Underway _, ShareStatus.Gone _ ->
          new ShareStatus.Broken(atLast(), words, lastSeq, resumable);
    };
  }

  /// The same where the load can be taken up again although its worker had ended it.
  ShareStatus.Broken resumable(long lastSeq) {
    return new ShareStatus.Broken(sentence(), last.orElseThrow().lastWords(), lastSeq, true);
  }
}
