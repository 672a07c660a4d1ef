package dev.broadside.cli.process;

import java.io.IOException;
import java.io.InputStream;

/// The other end of a [Child]'s leash: runs an action when this process's standard input ends.
public final class ParentWatch {
  private ParentWatch() {}

  /// Begins to watch, on a daemon thread.
  public static void watch(InputStream in, Runnable action) {
    Thread.ofPlatform()
        .daemon()
        .name("leash")
        .start(() -> {
          readToEnd(in);
          action.run();
        });
  }

  private static void readToEnd(InputStream in) {
    try {
      in.skipNBytes(Long.MAX_VALUE);
    } catch (IOException _) {
      // An end is an end, however it comes: EOFException is what we wait for.
    }
  }
}
