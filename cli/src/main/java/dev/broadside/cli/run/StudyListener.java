package dev.broadside.cli.run;

import dev.broadside.cli.output.RunOutputs;
import dev.broadside.client.run.LocalRun;
import dev.broadside.client.run.LocalStudy;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.report.RunDocument;

/// Shows what a local study tells, and writes it.
record StudyListener(StudyDisplay view, RunOutputs outputs) implements LocalStudy.Listener {
  @Override
  public LocalRun.Listener begins(Study study, int position) {
    boolean search = study.plan().knee().isPresent();
    String step = "step " + (position + 1) + (search ? "" : "/" + study.points().size());
    return new ViewListener(view.begins(step, study.points().get(position).words()), outputs);
  }

  @Override
  public void ended(int position, RunDocument run) {
    view.ended(run);
    outputs.ended(run);
  }
}
