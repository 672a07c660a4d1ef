package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.StudyCsv;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import java.io.IOException;

/// A study's table as CSV, which is known only at its end.
///
/// @param target a file, or `-`
/// @param shell the process's own
record TableOutput(String target, Shell shell) implements RunOutput {
  @Override
  public void begins(RunHead head) {}

  @Override
  public void interval(IntervalDocument interval) {}

  @Override
  public void ended(RunDocument run) {}

  @Override
  public void finished(StudyDocument study) throws IOException {
    try (Destination out = Destination.open(target, shell)) {
      for (String line : StudyCsv.lines(StudyTable.of(study))) {
        out.line(line);
      }
    }
  }

  @Override
  public void close() {}
}
