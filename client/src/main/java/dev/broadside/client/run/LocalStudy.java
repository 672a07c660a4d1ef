package dev.broadside.client.run;

import dev.broadside.core.campaign.Study;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// `broadside run` of a study: local runs one after another, each in a worker of its own. The first
/// step prepares the target; the others find it prepared. A step that is refused, fails or is
/// stopped ends the study, whose result has the steps so far.
///
/// Used once. [#execute()] calls the listener on its own thread; [#stop()] may be called by any
/// thread.
public final class LocalStudy {
  private static final String COMPLETED = "completed";
  private static final Duration LOOK = Duration.ofMillis(50);

  private final BiFunction<String, JobSpec, LocalOrder> orders;
  private final Listener listener;
  private final Time time;
  private final List<StudyDocument.Step> steps = new ArrayList<>();
  private Study study;
  private Optional<LocalRun> current = Optional.empty();
  private boolean stopAsked;

  /// Takes the progress of the study. Its methods are quick.
  public interface Listener {
    /// A step begins.
    ///
    /// @param study with the points chosen so far
    /// @param position from 0
    /// @return takes the progress of the step
    LocalRun.Listener begins(Study study, int position);

    /// A step has ended, perhaps early.
    void ended(int position, RunDocument run);
  }

  /// The result of a study.
  ///
  /// @param document the steps that were done; none if the first one was refused
  /// @param problems why a step was refused; empty if none was
  public record Result(StudyDocument document, List<Problem> problems) {
    public Result {
      problems = List.copyOf(problems);
    }
  }

  /// @param orders makes the order of a step from its id and what it is asked for
  public LocalStudy(
      Study study, BiFunction<String, JobSpec, LocalOrder> orders, Listener listener, Time time) {
    this.study = study;
    this.orders = orders;
    this.listener = listener;
    this.time = time;
  }

  /// Runs all steps and waits for their results.
  ///
  /// @throws IOException if a file that a run left cannot be deleted
  public Result execute() throws IOException, InterruptedException {
    for (int position = 0; chosen(position); position++) {
      settle(position);
      if (stopAsked()) {
        return result("cancelled", "stopped by the user", List.of());
      }
      switch (execute(position)) {
        case LocalRun.Result.Refused(List<Problem> problems) -> {
          return result("failed", at(position) + "it was refused", problems);
        }
        case LocalRun.Result.Ran(RunDocument run) -> {
          steps.add(StudyDocument.Step.at(study.points().get(position), run));
          listener.ended(position, run);
          if (!run.job().state().equals(COMPLETED)) {
            return result(run.job().state(), at(position) + run.job().reason(), List.of());
          }
        }
      }
    }
    return result(COMPLETED, "", List.of());
  }

  /// Whether there is a step at a position. A search chooses it from the results before it.
  private boolean chosen(int position) {
    if (position == study.points().size()) {
      study
          .plan()
          .next(StudyTable.measured(result("running", "", List.of()).document()))
          .ifPresent(point -> study = study.and(point));
    }
    return position < study.points().size();
  }

  /// Leaves the system alone between two steps.
  private void settle(int position) throws InterruptedException {
    long until = time.nanos() + (position == 0 ? 0 : study.plan().settleMillis()) * 1_000_000;
    while (until - time.nanos() > 0 && !stopAsked()) {
      time.sleepUntil(time.nanos() + Math.min(LOOK.toNanos(), until - time.nanos()));
    }
  }

  private LocalRun.Result execute(int position) throws IOException, InterruptedException {
    LocalRun run =
        new LocalRun(
            orders.apply(study.stepId(position), study.stepSpec(position)),
            listener.begins(study, position),
            time);
    synchronized (this) {
      current = Optional.of(run);
      if (stopAsked) {
        run.stop();
      }
    }
    return run.execute();
  }

  private String at(int position) {
    return "at " + study.points().get(position).words() + ": ";
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
    String startedAt = steps.isEmpty() ? "" : steps.getFirst().run().job().startedAt();
    StudyDocument.Head head =
        StudyDocument.Head.of(study, new Status(state, reason, startedAt, time.now().toString()));
    return new Result(new StudyDocument(head, steps), problems);
  }
}
