package dev.broadside.jobs.tool;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.Observation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Starts a program and watches it to its end, in one iteration.
final class ToolThread implements JobThread {
  private static final Duration LOOK = Duration.ofMillis(50);

  /// How long the program may take to end after the run, and its output to end after the program.
  private static final long PATIENCE_NANOS = Duration.ofSeconds(5).toNanos();

  private static final long NOT_YET = Long.MAX_VALUE;

  private final String name;
  private final ToolProcess process;
  private final ToolOutput output;
  private final BooleanSupplier stopping;
  private final List<Observation> news = new ArrayList<>();
  private boolean finished;

  /// @param name of the program, for people
  ToolThread(String name, ToolProcess process, ToolOutput output, BooleanSupplier stopping) {
    this.name = name;
    this.process = process;
    this.output = output;
    this.stopping = stopping;
  }

  @Override
  public void iterate(Iteration iteration) throws IOException, InterruptedException {
    long startMillis = System.currentTimeMillis();
    long startNanos = System.nanoTime();
    process.start();
    String end = "was ended";
    try {
      watch(iteration);
      int status = process.status();
      end = "ended with status " + status;
      if (status != 0) {
        throw new ToolFailure(
            ErrorClass.OTHER,
            "it ended with status %d; its last line is `%s`".formatted(status, output.lastLine()));
      }
      output.finish();
    } finally {
      finished = true;
      process.close();
      long millis = (System.nanoTime() - startNanos) / 1_000_000;
      tell(
          "started at %s, %s after %,d ms; %s"
              .formatted(Instant.ofEpochMilli(startMillis), end, millis, output.told()));
    }
  }

  /// Reads the output to its end.
  private void watch(Iteration iteration) throws IOException, InterruptedException {
    long overNanos = NOT_YET;
    long endedNanos = NOT_YET;
    while (true) {
      Optional<String> line = process.poll(LOOK);
      if (line.isPresent()) {
        output.take(line.get(), iteration);
        endedNanos = NOT_YET;
      } else if (!process.alive() && process.drained()) {
        return;
      }
      if (stopping.getAsBoolean()) {
        throw new ToolFailure(ErrorClass.CANCELLED, "the job was stopped, and its program with it");
      }
      // A child of the program may keep its output open.
      endedNanos = since(!process.alive(), endedNanos);
      overNanos = since(iteration.over(), overNanos);
      if (passed(endedNanos)) {
        return;
      }
      if (passed(overNanos)) {
        throw new ToolFailure(
            ErrorClass.TIMEOUT,
            "the program had not ended 5 s after the run: let the job last longer, or the program"
                + " less long");
      }
    }
  }

  private static long since(boolean now, long before) {
    return now && before == NOT_YET ? System.nanoTime() : before;
  }

  private static boolean passed(long nanos) {
    return nanos != NOT_YET && System.nanoTime() - nanos > PATIENCE_NANOS;
  }

  private synchronized void tell(String text) {
    news.add(new Observation.Seen(Observation.Subject.PROGRAM, name, text));
  }

  /// What has been told since the last call. May be called by any thread.
  synchronized List<Observation> observations() {
    List<Observation> told = List.copyOf(news);
    news.clear();
    return told;
  }

  @Override
  public Failure classify(Exception failure) {
    ErrorClass kind = failure instanceof ToolFailure tool ? tool.errorClass() : ErrorClass.OTHER;
    String message = name + ": " + Failure.describe(failure);
    return new Failure(kind, 0, "", message, Failure.Retry.NEVER);
  }

  /// A program is started once, however it ends.
  @Override
  public boolean finished() {
    return finished;
  }

  @Override
  public void close() {
    process.close();
  }
}
