package dev.broadside.client.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How late Linux may wake a sleeping thread on purpose, to save power: 50 microseconds, unless a
/// thread says otherwise. Every open load would carry that as its generator's lateness.
final class TimerSlack {
  private static final Path THREAD = Path.of("/proc/thread-self");

  private TimerSlack() {}

  /// Makes the calling thread, and every thread that it starts from now on, be woken as soon as the
  /// system can. It costs no processor time, as spinning would.
  static void least() {
    try {
      // The link reads PID/task/TID; the setting of a thread lies beside those of processes.
      Path thread = Files.readSymbolicLink(THREAD).getFileName();
      Files.writeString(Path.of("/proc", thread.toString(), "timerslack_ns"), "1");
    } catch (IOException _) {
      // This system has no such setting, or refuses it: threads wake a little later then, which the
      // measured lateness shows.
    }
  }
}
