package dev.broadside.core.run;

import dev.broadside.core.run.ShareInput.Exited;
import dev.broadside.core.run.WorkerEnding.Killed;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The end of a worker that was not told to exit, and what it means, in sentences for people.
///
/// @param killed why its driver killed it; empty if it did not
/// @param underWay the operations that were under way then, as far as its counters tell
record WorkerDeath(Exited exit, Optional<Killed> killed, String underWay) {
  /// The deaths after which a load is given up: a cause that kills every worker is not an accident.
  static final int MOST = 3;

  static final Duration WITHIN = Duration.ofMinutes(1);

  private static final int SIGNAL = 128;
  private static final int OUT_OF_MEMORY = 3;
  private static final int SIGKILL = 9;
  private static final int MOST_LINES = 4;
  private static final int MOST_CHARACTERS = 600;

  /// Lines of a JVM that say nothing about the cause.
  private static final String EMPTY_WORDS =
      "Error: (Could not create the Java Virtual Machine|A fatal exception has occurred).*";

  /// The status of a share whose last worker died like this.
  ///
  /// @param before its status until then
  /// @param lastSeq its newest record
  /// @param deaths how many workers died in its load within a minute
  /// @param resumable whether the next agent of that name may take it up
  ShareStatus after(ShareStatus before, long lastSeq, int deaths, boolean resumable) {
    return switch (before) {
      case ShareStatus.Rejected _, ShareStatus.Verified _, ShareStatus.Finished _ -> before;
      case ShareStatus.Broken(String reason, String said, long _, boolean again) ->
          new ShareStatus.Broken(reason, said, lastSeq, again);
      case ShareStatus.Forking _ when killed.isEmpty() && deaths == 0 ->
          new ShareStatus.Broken(atItsStart(), exit.lastWords(), lastSeq);
      case ShareStatus.Underway _, ShareStatus.Gone _ ->
          new ShareStatus.Broken(atLast(deaths), exit.lastWords(), lastSeq, resumable);
    };
  }

  /// A load that its worker had ended, and that the next agent of that name may take up.
  ShareStatus.Broken resumable(long lastSeq) {
    return new ShareStatus.Broken(sentence(), exit.lastWords(), lastSeq, true);
  }

  /// Why no other worker follows.
  private String atLast(int deaths) {
    return deaths < MOST
        ? sentence()
        : "%d workers died within a minute; at last %s".formatted(deaths, sentence());
  }

  /// The deaths of the last minute, this one included.
  static List<Long> counted(List<Long> before, long now) {
    return Stream.concat(before.stream(), Stream.of(now))
        .filter(death -> now - death <= WITHIN.toNanos())
        .toList();
  }

  /// Why the worker is gone.
  String sentence() {
    return "the worker " + killed.map(this::killed).orElseGet(this::died);
  }

  private String killed(Killed kill) {
    String where = LastWords.HANGS.in(exit.lastWords()).map(said -> ": " + said).orElse("");
    return kill.replaceable() ? kill.why() : kill.why() + " and was killed" + where;
  }

  private String died() {
    int status = exit.exit();
    if (status == SIGNAL + SIGKILL && exit.forMemory()) {
      return "was killed by the system for want of memory: give its control group or host more,"
          + " or the worker a smaller heap, such as --worker-option=-Xmx256m";
    }
    if (status == SIGNAL + SIGKILL) {
      return "was killed by signal 9, by a person or by the system for want of memory";
    }
    if (status > SIGNAL) {
      return "died of signal " + (status - SIGNAL);
    }
    Optional<String> called = LastWords.EXITED.in(exit.lastWords());
    if (called.isPresent()) {
      return "was ended by its job class, which called System.exit(" + status + ")" + called.get();
    }
    if (status == OUT_OF_MEMORY && LastWords.OUT_OF_MEMORY.in(exit.lastWords()).isPresent()) {
      return "ran out of heap memory"
          + (underWay.isEmpty() ? "" : " while " + underWay + " was under way")
          + ": give it more, such as --worker-option=-Xmx2g";
    }
    return status == 0 ? "ended before its work was done" : "ended with status " + status;
  }

  /// Why it ended before it had taken its plan: the reason in the JVM's own words, and what to do.
  private String atItsStart() {
    String said =
        exit.lastWords()
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.matches(EMPTY_WORDS))
            .limit(MOST_LINES)
            .collect(Collectors.joining("; "));
    String shown = said.substring(0, Math.min(said.length(), MOST_CHARACTERS));
    return sentence()
        + " before it could begin"
        + (shown.isEmpty() ? "" : ": " + shown)
        + "; see whether its JVM takes each --worker-option, and this host has the memory for it";
  }
}
