package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.IntervalCsv;
import dev.broadside.core.work.Figure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The intervals of a run as CSV, appended as they close. The titles are written with the first
/// one, which declares the run's figures.
final class CsvOutput implements RunOutput {
  private final LateDestination out;
  private Optional<JobSummary> job = Optional.empty();
  private Optional<IntervalCsv> csv = Optional.empty();

  CsvOutput(String target, Shell shell) {
    this.out = new LateDestination(target, shell);
  }

  @Override
  public void begins(RunHead head) throws IOException {
    job = Optional.of(head.job());
    out.open();
  }

  @Override
  public void interval(IntervalDocument interval) throws IOException {
    if (csv.isEmpty()) {
      titles(interval.figures().orElse(IntervalFigures.NONE).declared());
    }
    for (String line : csv.orElseThrow().lines(interval)) {
      out.line(line);
    }
  }

  private void titles(List<Figure> figures) throws IOException {
    csv = Optional.of(IntervalCsv.of(job.orElseThrow(), figures, List.of()));
    out.line(csv.get().header());
  }

  @Override
  public void ended(RunDocument run) throws IOException {
    if (job.isEmpty()) {
      begins(RunHead.of(run));
    }
    if (csv.isEmpty()) {
      titles(List.of());
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
