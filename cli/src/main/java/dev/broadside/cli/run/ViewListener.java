package dev.broadside.cli.run;

import dev.broadside.client.run.LocalRun;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.report.IntervalDocument;

/// Shows what a local run tells.
record ViewListener(RunView view) implements LocalRun.Listener {
  @Override
  public void step(String words) {
    view.progress(words, 0, 0);
  }

  @Override
  public void progress(StepProgress at) {
    view.progress(at.what(), at.done(), at.total());
  }

  @Override
  public void interval(IntervalDocument interval) {
    view.interval(interval);
  }

  @Override
  public void line(String line) {
    view.note(line);
  }
}
