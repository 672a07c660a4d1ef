package dev.broadside.client.engine;

import dev.broadside.client.watch.ProcessTree;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Reset;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Runs the user's program that brings the data of a job back. It gets no input, and is killed with
/// its children when the job is stopped or the step's limit is over.
final class ResetCommand {
  private static final String NAME = "reset";
  private static final int MOST_BYTES = 4_096;
  private static final int LONGEST = 300;
  private static final long LOOK_MILLIS = 200;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private ResetCommand() {}

  /// Why an agent does not run the command; empty if it does, or if the job has no such command.
  ///
  /// @param commands whether it runs commands of jobs
  static List<Problem> problems(JobSpec spec, boolean commands) {
    boolean refused =
        !commands
            && JobDocument.RESET.given(spec).filter(Reset.Command.class::isInstance).isPresent();
    return refused
        ? List.of(
            Problem.wrong(
                NAME,
                "it is a command, and commands of jobs are not run here",
                "start the agent, or the run, with --allow-monitor-commands, or give reload"))
        : List.of();
  }

  /// Runs it to its end.
  ///
  /// @throws RefusedShare if it fails, with the end of what it wrote
  static void run(
      Reset.Command command, BooleanSupplier stopping, LimitedSteps.ProgressReports reports)
      throws RefusedShare, InterruptedException {
    reports.report(NAME, 0, 0);
    try {
      Process process = new ProcessBuilder(command.words()).redirectErrorStream(true).start();
      try {
        process.getOutputStream().close();
        LastBytes output = LastBytes.of(process.getInputStream());
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          if (stopping.getAsBoolean()) {
            return;
          }
        }
        if (process.exitValue() != 0) {
          output.await();
          throw refused("it ended with status " + process.exitValue() + output.words());
        }
      } finally {
        ProcessTree.kill(process.toHandle());
      }
    } catch (IOException e) {
      throw refused(PlainText.line("" + e.getMessage(), LONGEST));
    }
  }

  private static RefusedShare refused(String what) {
    return new RefusedShare(
        Problem.wrong(NAME, what, "mend the command, and try it on the agent's host"));
  }

  /// The end of what a program writes.
  private static final class LastBytes {
    private final Thread reader;
    private byte[] kept = {};

    private LastBytes(InputStream stream) {
      reader = Thread.ofPlatform().daemon().name(NAME).unstarted(() -> readAll(stream));
    }

    static LastBytes of(InputStream stream) {
      LastBytes last = new LastBytes(stream);
      last.reader.start();
      return last;
    }

    /// Waits for the end of the stream, but not for long: the program's children may hold it open.
    void await() throws InterruptedException {
      reader.join(LONGEST_WAIT);
    }

    private void readAll(InputStream stream) {
      byte[] buffer = new byte[MOST_BYTES];
      try (stream) {
        for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
          keep(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
        }
      } catch (IOException _) {
        // The program was killed.
      }
    }

    private synchronized void keep(String more) {
      String all = new String(kept, StandardCharsets.ISO_8859_1) + more;
      kept =
          all.substring(Math.max(0, all.length() - MOST_BYTES))
              .getBytes(StandardCharsets.ISO_8859_1);
    }

    /// The last line that is not empty, with what leads to it.
    synchronized String words() {
      List<String> lines =
          new String(kept, StandardCharsets.UTF_8).lines().filter(one -> !one.isBlank()).toList();
      return lines.isEmpty() ? "" : ": " + PlainText.line(lines.getLast().strip(), LONGEST);
    }
  }
}
