package dev.broadside.client.run;

import dev.broadside.core.job.Counted;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StudyDocument;
import dev.broadside.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `broadside run --threads 1,2,4`: local runs one after another, each in a worker of its own.
///
/// The first step prepares the target; the later ones find it prepared. A step that is refused,
/// fails or is stopped ends the study, and what was done so far is its result.
///
/// Used once. [#execute()] calls the listener on its own thread; [#stop()] may be called by any
/// thread.
public final class LocalStudy {
  private static final String COMPLETED = "completed";

  private final String id;
  private final List<LocalOrder> orders;
  private final Listener listener;
  private final Time time;
  private final List<StudyDocument.Step> steps = new ArrayList<>();
  private Optional<LocalRun> current = Optional.empty();
  private boolean stopAsked;

  /// Hears how the study goes on. Its methods are quick.
  public interface Listener {
    /// A step begins.
    ///
    /// @param position from 0
    /// @return hears how the step goes on
    LocalRun.Listener begins(int position);

    /// A step has ended, perhaps early.
    void ended(int position, RunDocument run);
  }

  /// How a study came out.
  ///
  /// @param document what was done; without steps where even the first was refused
  /// @param problems why a step was refused; empty where none was
  public record Result(StudyDocument document, List<Problem> problems) {
    public Result {
      problems = List.copyOf(problems);
    }
  }

  /// @param orders one for each step, in order; at least one
  public LocalStudy(String id, List<LocalOrder> orders, Listener listener, Time time) {
    this.id = id;
    this.orders = List.copyOf(orders);
    this.listener = listener;
    this.time = time;
  }

  /// Runs all steps and waits for their results.
  ///
  /// @throws IOException where no worker can be started, or its counters cannot be kept
  public Result execute() throws IOException, InterruptedException {
    for (int position = 0; position < orders.size() && !stopAsked(); position++) {
      switch (execute(position)) {
        case LocalRun.Result.Refused(List<Problem> problems) -> {
          return result("failed", at(position) + "it was refused", problems);
        }
        case LocalRun.Result.Ran(RunDocument run) -> {
          steps.add(StudyDocument.Step.of(run));
          listener.ended(position, run);
          if (!run.job().state().equals(COMPLETED)) {
            return result(run.job().state(), at(position) + run.job().reason(), List.of());
          }
        }
      }
    }
    boolean all = steps.size() == orders.size();
    return all
        ? result(COMPLETED, "", List.of())
        : result("cancelled", "stopped by the user", List.of());
  }

  private LocalRun.Result execute(int position) throws IOException, InterruptedException {
    LocalRun run = new LocalRun(orders.get(position), listener.begins(position), time);
    synchronized (this) {
      current = Optional.of(run);
      if (stopAsked) {
        run.stop();
      }
    }
    return run.execute();
  }

  private String at(int position) {
    return "at " + Counted.of(orders.get(position).spec().totalThreads(), "thread") + ": ";
  }

  /// Ends the study: the first call lets the threads of the present step finish within the grace
  /// time, the second one kills its worker.
  public synchronized void stop() {
    stopAsked = true;
    current.ifPresent(LocalRun::stop);
  }

  private synchronized boolean stopAsked() {
    return stopAsked;
  }

  private Result result(String state, String reason, List<Problem> problems) {
    JobSpec spec = orders.getFirst().spec();
    String startedAt = steps.isEmpty() ? "" : steps.getFirst().run().job().startedAt();
    StudyDocument.Head head =
        new StudyDocument.Head(
            id,
            spec.name(),
            spec.jobClass(),
            orders.getFirst().jobClass().title(),
            StudyDocument.THREADS,
            orders.stream().map(order -> order.spec().totalThreads()).toList(),
            spec.agents().count(),
            state,
            reason,
            startedAt,
            time.now().toString());
    return new Result(new StudyDocument(head, steps), problems);
  }
}
