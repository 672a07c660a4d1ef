package dev.broadside.server.study;

import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.study.Study;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.results.Results;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.StudyRow;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The results of studies: so far while they go on, final afterwards. Safe for use by several
/// threads, which may block on the store.
public final class StudyResults {
  private final ResultStore store;
  private final Results runs;
  private final StudyViews views;
  private final RunJson json = new RunJson();

  StudyResults(ResultStore store, Results runs, StudyViews views) {
    this.store = store;
    this.runs = runs;
    this.views = views;
  }

  /// A study as a table. Empty where there is no such study.
  public Optional<StudyTable> table(String id) {
    return summary(id).map(StudyTable::of);
  }

  /// A study's document without intervals. Empty where there is no such study.
  public Optional<StudyDocument> summary(String id) {
    return store.studies().find(id).map(this::withoutIntervals);
  }

  /// The study so far as one HTML file. Empty if there is no such study.
  public Optional<String> htmlReport(String id) {
    return report(id).map(report -> HtmlReport.of(report, new Buckets()));
  }

  /// The study so far for people. Empty if there is no such study.
  public Optional<ReportDocument> report(String id) {
    return store
        .studies()
        .find(id)
        .map(row ->
            StudyReport.of(
                withoutIntervals(row), JobYaml.write(JobWriter.write(row.study().spec()))));
  }

  private StudyDocument withoutIntervals(StudyRow row) {
    Study study = row.study();
    List<StudyDocument.Step> steps =
        begun(study)
            .flatMap(i ->
                runs.summary(study.stepId(i)).stream()
                    .map(run -> StudyDocument.Step.at(study.points().get(i), run)))
            .toList();
    return new StudyDocument(views.head(row), steps);
  }

  /// The measured intervals of jobs, by their ids.
  public StudyComparison.Samples samples() {
    return new StoredSamples(store);
  }

  private Stream<Integer> begun(Study study) {
    return IntStream.range(0, study.points().size())
        .boxed()
        .filter(i -> views.jobs().apply(study.stepId(i)).flatMap(JobView::startedAt).isPresent());
  }

  /// Writes the study's document as JSON without ever holding all intervals. False, with nothing
  /// written, where there is no such study.
  public boolean write(String id, OutputStream out) throws IOException {
    Optional<StudyRow> row = store.studies().find(id);
    if (row.isEmpty()) {
      return false;
    }
    Study study = row.get().study();
    Stream<RunJson.Step> steps =
        begun(study)
            .flatMap(i ->
                runs
                    .step(study.stepId(i), study.threadsPerAgent(i), study.points().get(i))
                    .stream());
    json.write(views.head(row.get()), steps, out);
    return true;
  }
}
