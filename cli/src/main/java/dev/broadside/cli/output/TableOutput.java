package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
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
  public void finished(StudyDocument study) throws IOException {
    try (Destination out = Destination.open(target, shell)) {
      for (String line : StudyCsv.lines(StudyTable.of(study))) {
        out.line(line);
      }
    }
  }
}
