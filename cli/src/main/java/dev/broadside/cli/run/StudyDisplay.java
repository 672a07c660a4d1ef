package dev.broadside.cli.run;

import dev.broadside.cli.output.RunOutputs;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.run.LocalRun;
import dev.broadside.client.run.LocalStudy;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.RunReport;

/// Shows a study while it goes on: each step as a run whose lines say which step it is, and one
/// line when it has ended. Its notes may come from any thread.
final class StudyDisplay implements AutoCloseable {
  private final Shell shell;
  private final boolean quiet;
  private String mark = "";
  private volatile RunView present;

  /// @param quiet whether only the table is shown
  StudyDisplay(Shell shell, boolean quiet) {
    this.shell = shell;
    this.quiet = quiet;
    present = new RunView(shell, quiet);
  }

  /// The view of the step that begins.
  ///
  /// @param step which one, such as `step 2/6`
  /// @param place where it lies, in words
  RunView begins(String step, String place) {
    mark = step;
    present = new RunView(shell, quiet, mark);
    present.note(mark + ", " + place);
    return present;
  }

  /// A step has ended.
  void ended(RunDocument run) {
    present.end();
    present.note(mark + ", " + PlainText.line(RunReport.inOneLine(run)));
  }

  @Override
  public void close() {
    present.close();
  }

  /// Something worth knowing.
  void note(String text) {
    present.note(text);
  }

  /// Shows the events of a local study, and writes them to its outputs.
  record Listener(StudyDisplay view, RunOutputs outputs) implements LocalStudy.Listener {
    @Override
    public LocalRun.Listener begins(Study study, int position) {
      boolean search = study.plan().knee().isPresent();
      String step = "step " + (position + 1) + (search ? "" : "/" + study.points().size());
      return new RunView.Listener(view.begins(step, study.points().get(position).words()), outputs);
    }

    @Override
    public void ended(int position, RunDocument run) {
      view.ended(run);
      outputs.ended(run);
    }
  }
}
