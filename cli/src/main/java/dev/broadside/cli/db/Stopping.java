package dev.broadside.cli.db;

import dev.broadside.cli.process.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Ends a registered database: asks its server, waits, and takes a temporary folder away.
final class Stopping {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Stopping() {}

  static void stop(Register.Entry entry) throws IOException, InterruptedException {
    if (entry.process().isPresent()) {
      end(entry.process().get(), entry.temporary());
    }
    if (entry.temporary()) {
      Folders.delete(Path.of(entry.data()));
    }
  }

  private static void end(ProcessHandle process, boolean temporary)
      throws IOException, InterruptedException {
    // What is thrown away needs no orderly end, which would first write it all to disk.
    if (temporary) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    try {
      process.onExit().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      process.destroyForcibly();
    } catch (ExecutionException e) {
      throw new IOException("cannot wait for process " + process.pid(), e);
    }
  }
}
