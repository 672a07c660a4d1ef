package dev.broadside.server.campaign;

import dev.broadside.core.campaign.Study;
import dev.broadside.core.compare.Sample;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.Codec;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.results.Results;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.StoredRecord;
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
  private final CampaignViews views;
  private final RunJson json = new RunJson();
  private final Codec codec = new Codec();

  StudyResults(ResultStore store, Results runs, CampaignViews views) {
    this.store = store;
    this.runs = runs;
    this.views = views;
  }

  /// A study as a table. Empty if there is no such study.
  public Optional<StudyTable> table(String id) {
    return summary(id).map(StudyTable::of);
  }

  /// A study's document without intervals. Empty if there is no such study.
  public Optional<StudyDocument> summary(String id) {
    return store.campaigns.study(id).map(this::withoutIntervals);
  }

  /// The study so far as one HTML file. Empty if there is no such study.
  public Optional<String> htmlReport(String id) {
    return report(id).map(report -> HtmlReport.of(report, new Buckets()));
  }

  /// The study so far for people. Empty if there is no such study.
  public Optional<ReportDocument> report(String id) {
    return store
        .campaigns
        .study(id)
        .map(study ->
            StudyReport.of(withoutIntervals(study), JobYaml.write(JobWriter.write(study.spec()))));
  }

  private StudyDocument withoutIntervals(Study study) {
    List<StudyDocument.Step> steps =
        begun(study)
            .flatMap(i ->
                runs.summary(study.stepId(i)).stream()
                    .map(run -> StudyDocument.Step.at(study.points().get(i), run)))
            .toList();
    return new StudyDocument(head(study), steps);
  }

  private StudyDocument.Head head(Study study) {
    return StudyDocument.Head.of(
        study,
        Status.of(study.state().word(), study.reason(), views.startedAt(study), study.endedAt()));
  }

  /// The measured intervals of jobs, by their ids.
  public StudyComparison.Samples samples() {
    return job -> store.jobs.shown(job).map(this::sample);
  }

  private Sample sample(JobRow row) {
    RunAxis axis = row.job().spec().axis();
    Sample sample = new Sample();
    store.records.scan(row.job().runId(), stored -> add(sample, axis, stored));
    return sample;
  }

  /// What the audit calls damaged is in no figure either.
  private void add(Sample sample, RunAxis axis, StoredRecord stored) {
    stored
        .opened(codec)
        .ifPresent(span -> {
          IntervalRecord record = span.record();
          if (record.key().stream().equals(RecordKey.LOAD) && axis.measured(record.index())) {
            sample.add(
                record.index(),
                span.intervals(),
                record.startNanos(),
                record.lengthNanos(),
                record.tally().transactions());
          }
        });
  }

  private Stream<Integer> begun(Study study) {
    return IntStream.range(0, study.points().size())
        .boxed()
        .filter(i -> views.jobs().apply(study.stepId(i)).flatMap(JobView::startedAt).isPresent());
  }

  /// Writes the study's document as JSON without ever holding all intervals. False, with nothing
  /// written, if there is no such study.
  public boolean write(String id, OutputStream out) throws IOException {
    Optional<Study> found = store.campaigns.study(id);
    if (found.isEmpty()) {
      return false;
    }
    Study study = found.get();
    Stream<RunJson.WrittenStep> steps =
        begun(study)
            .flatMap(i ->
                runs
                    .step(study.stepId(i), study.threadsPerAgent(i), study.points().get(i))
                    .stream());
    json.write(head(study), steps, out);
    return true;
  }
}
