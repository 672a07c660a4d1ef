package dev.broadside.cli.follow;

/// Says something when a signal ends the process before this is closed: whoever follows a server's
/// work and leaves by Ctrl-C has to know that the work goes on.
public final class LeavingNote implements AutoCloseable {
  private final Thread hook;

  /// @param note says it; called while the JVM shuts down, on a thread of its own
  public LeavingNote(Runnable note) {
    hook = Thread.ofPlatform().name("leaving-note").unstarted(note);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// The work has ended, or is followed no more for another reason.
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The signal was there first, and the note is being said.
    }
  }
}
