package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.core.report.study.StudyDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/// A run, or a study, as one HTML file. It keeps only what charts draw of the intervals.
final class HtmlOutput implements RunOutput {
  private final String target;
  private final Shell shell;
  private final String definition;
  private final JsonMapper json = Json.mapper();
  private Buckets series = new Buckets();

  /// @param definition the job as YAML, without its secrets
  HtmlOutput(String target, Shell shell, String definition) {
    this.target = target;
    this.shell = shell;
    this.definition = definition;
  }

  @Override
  public void begins(RunHead head) {
    series = new Buckets();
  }

  @Override
  public void interval(IntervalDocument interval) {
    series.add(json.convertValue(interval, Point.class));
  }

  @Override
  public void finished(RunDocument run) throws IOException {
    write(HtmlReport.of(RunReport.of(run, definition), series));
  }

  @Override
  public void finished(StudyDocument study) throws IOException {
    write(HtmlReport.of(StudyReport.of(study, definition), new Buckets()));
  }

  private void write(String html) throws IOException {
    try (Destination out = Destination.open(target, shell)) {
      out.write(html.getBytes(StandardCharsets.UTF_8));
    }
  }
}
