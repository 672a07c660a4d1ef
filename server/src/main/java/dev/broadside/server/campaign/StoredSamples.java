package dev.broadside.server.campaign;

import dev.broadside.core.compare.Sample;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.Codec;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.StoredRecord;
import java.util.Optional;

/// The measured intervals of runs, from their stored records. Safe for use by several threads,
/// which may block on the store.
final class StoredSamples implements StudyComparison.Samples {
  private final ResultStore store;
  private final Codec codec = new Codec();

  StoredSamples(ResultStore store) {
    this.store = store;
  }

  @Override
  public Optional<Sample> apply(String job) {
    return store.jobs().shown(job).map(this::read);
  }

  private Sample read(JobRow row) {
    RunAxis axis = row.job().spec().axis();
    Sample sample = new Sample();
    store.records().scan(row.job().runId(), stored -> add(sample, axis, stored));
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
}
