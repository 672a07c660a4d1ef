package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.html.RunReport;
import dev.broadside.core.report.html.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.core.report.study.StudyDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/// A run, or a study, as one HTML file. Of the intervals it holds what charts draw.
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
    write(RunReport.html(run, series, definition));
  }

  @Override
  public void finished(StudyDocument study) throws IOException {
    write(StudyReport.html(study, definition));
  }

  private void write(String html) throws IOException {
    try (Destination out = Destination.open(target, shell)) {
      out.write(html.getBytes(StandardCharsets.UTF_8));
    }
  }
}
