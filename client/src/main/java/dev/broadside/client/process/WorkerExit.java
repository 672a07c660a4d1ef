package dev.broadside.client.process;

/// What a worker's exit status means, for people.
public final class WorkerExit {
  private static final int SIGNAL = 128;
  private static final int OUT_OF_MEMORY = 3;
  private static final int SIGKILL = 9;

  private WorkerExit() {}

  /// Completes a sentence that begins with "the worker".
  ///
  /// @param killedBecause why its agent killed it; empty where it did not
  public static String words(int exit, String killedBecause) {
    if (!killedBecause.isEmpty()) {
      return killedBecause + " and was killed";
    }
    if (exit == SIGNAL + SIGKILL) {
      return "was killed by signal 9, by a person or by the system for want of memory";
    }
    if (exit > SIGNAL) {
      return "died of signal " + (exit - SIGNAL);
    }
    return switch (exit) {
      case 0 -> "ended before its work was done";
      case OUT_OF_MEMORY -> "ran out of heap memory";
      default -> "ended with status " + exit;
    };
  }
}
