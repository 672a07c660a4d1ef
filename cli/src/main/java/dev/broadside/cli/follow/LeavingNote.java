package dev.broadside.cli.follow;

/// Says something when a signal ends the process before this is closed: a user who follows a
/// server's work and leaves by Ctrl-C has to know that the work goes on.
public final class LeavingNote implements AutoCloseable {
  private final Thread hook;

  /// @param note called while the JVM shuts down, on a thread of its own
  public LeavingNote(Runnable note) {
    hook = Thread.ofPlatform().name("leaving-note").unstarted(note);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// The work has ended, or is no longer followed for another reason.
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The signal came first, and the note is being printed.
    }
  }
}
