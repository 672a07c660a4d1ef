package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.study.StudyDocument;
import java.io.IOException;

/// Runs as lines of JSON, each there as soon as it is known.
final class LinesOutput implements RunOutput {
  private final LateDestination out;
  private final RunJson runs = new RunJson();
  private boolean begun;

  LinesOutput(String target, Shell shell) {
    this.out = new LateDestination(target, shell);
  }

  @Override
  public void begins(RunHead head) throws IOException {
    out.open();
    begun = true;
    line(runs.headLine(head));
  }

  @Override
  public void interval(IntervalDocument interval) throws IOException {
    line(RunJson.intervalLine(runs.interval(interval)));
  }

  @Override
  public void ended(RunDocument run) throws IOException {
    if (!begun) {
      begins(RunHead.of(run));
    }
    begun = false;
    for (Mark mark : run.marks()) {
      line(runs.markLine(mark));
    }
    line(runs.summaryLine(runs.tree(run)));
  }

  @Override
  public void finished(StudyDocument study) throws IOException {
    line(runs.studyLine(study.study()));
  }

  private void line(String text) throws IOException {
    out.line(text);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
