package dev.broadside.cli.run;

import dev.broadside.cli.output.RunOutputs;
import dev.broadside.client.run.LocalRun;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunHead;
import java.time.Duration;

/// Shows what a local run tells, and writes it.
record ViewListener(RunView view, RunOutputs outputs) implements LocalRun.Listener {
  @Override
  public void step(String words) {
    view.progress(words, 0, 0, Duration.ZERO);
  }

  @Override
  public void progress(StepProgress at, Duration age) {
    view.progress(at.what(), at.done(), at.total(), age);
  }

  @Override
  public void begins(RunHead head) {
    outputs.begins(head);
  }

  @Override
  public void interval(IntervalDocument interval) {
    view.interval(interval);
    outputs.interval(interval);
  }

  @Override
  public void line(String line) {
    view.note(line);
  }
}
