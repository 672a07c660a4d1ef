package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.IntervalForm;
import dev.broadside.core.work.Figure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The intervals of runs in a form of other tools, appended as they close. What stands before them
/// is written with the first one of a run, which declares the run's figures.
final class FormOutput implements RunOutput {
  private final IntervalForm form;
  private final LateDestination out;
  private Optional<JobSummary> job = Optional.empty();
  private Optional<IntervalForm.Lines> lines = Optional.empty();

  FormOutput(IntervalForm form, String target, Shell shell) {
    this.form = form;
    this.out = new LateDestination(target, shell);
  }

  @Override
  public void begins(RunHead head) throws IOException {
    out.open();
    job = Optional.of(head.job());
    lines = Optional.empty();
  }

  @Override
  public void interval(IntervalDocument interval) throws IOException {
    if (lines.isEmpty()) {
      header(interval.figures().orElse(IntervalFigures.NONE).declared());
    }
    for (String line : lines.orElseThrow().ofInterval().lines(interval)) {
      out.line(line);
    }
  }

  private void header(List<Figure> figures) throws IOException {
    lines = Optional.of(form.of(job.orElseThrow(), figures));
    Optional<String> header = lines.get().header();
    if (header.isPresent()) {
      out.line(header.get());
    }
  }

  @Override
  public void ended(RunDocument run) throws IOException {
    if (job.isEmpty()) {
      begins(RunHead.of(run));
    }
    if (lines.isEmpty()) {
      header(List.of());
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
