package dev.broadside.cli.run;

import dev.broadside.cli.output.RunOutputs;
import dev.broadside.client.run.LocalRun;
import dev.broadside.client.run.LocalStudy;
import dev.broadside.core.report.RunDocument;

/// Shows what a local study tells, and writes it.
record StudyListener(StudyDisplay view, RunOutputs outputs) implements LocalStudy.Listener {
  @Override
  public LocalRun.Listener begins(int position) {
    return new ViewListener(view.begins(position), outputs);
  }

  @Override
  public void ended(int position, RunDocument run) {
    view.ended(position, run);
    outputs.ended(run);
  }
}
