package dev.broadside.core.run;

import dev.broadside.core.run.ShareInput.Exited;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the end of a worker means, in sentences for people.
final class WorkerExit {
  private static final int SIGNAL = 128;
  private static final int OUT_OF_MEMORY = 3;
  private static final int SIGKILL = 9;
  private static final int MOST_LINES = 4;
  private static final int MOST_CHARACTERS = 600;

  /// What a JVM adds to whatever it says of the cause.
  private static final String EMPTY_WORDS =
      "Error: (Could not create the Java Virtual Machine|A fatal exception has occurred).*";

  private WorkerExit() {}

  /// Why a worker ended.
  ///
  /// @param killedBecause why its driver killed it; empty where it did not
  /// @param underWay the operations that were under way then, as far as its counters tell
  static String sentence(Exited exited, String killedBecause, String underWay) {
    return "the worker " + words(exited, killedBecause, underWay);
  }

  /// Why a worker ended before it had taken its plan: the reason in the JVM's own words, and what
  /// to do.
  static String atItsStart(Exited exited) {
    String said =
        exited
            .lastWords()
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.matches(EMPTY_WORDS))
            .limit(MOST_LINES)
            .collect(Collectors.joining("; "));
    String shown = said.substring(0, Math.min(said.length(), MOST_CHARACTERS));
    return sentence(exited, "", "")
        + " before it could begin"
        + (shown.isEmpty() ? "" : ": " + shown)
        + "; see whether its JVM takes each --worker-option, and this host has the memory for it";
  }

  private static String words(Exited exited, String killedBecause, String underWay) {
    int exit = exited.exit();
    if (!killedBecause.isEmpty()) {
      String where = LastWords.HANGS.in(exited.lastWords()).map(said -> ": " + said).orElse("");
      return killedBecause + " and was killed" + where;
    }
    if (exit == SIGNAL + SIGKILL && exited.forMemory()) {
      return "was killed by the system for want of memory: give its control group or host more,"
          + " or the worker a smaller heap, such as --worker-option=-Xmx256m";
    }
    if (exit == SIGNAL + SIGKILL) {
      return "was killed by signal 9, by a person or by the system for want of memory";
    }
    if (exit > SIGNAL) {
      return "died of signal " + (exit - SIGNAL);
    }
    Optional<String> called = LastWords.EXITED.in(exited.lastWords());
    if (called.isPresent()) {
      return "was ended by its job class, which called System.exit(" + exit + ")" + called.get();
    }
    if (exit == OUT_OF_MEMORY && LastWords.OUT_OF_MEMORY.in(exited.lastWords()).isPresent()) {
      return "ran out of heap memory"
          + (underWay.isEmpty() ? "" : " while " + underWay + " was under way")
          + ": give it more, such as --worker-option=-Xmx2g";
    }
    return exit == 0 ? "ended before its work was done" : "ended with status " + exit;
  }
}
