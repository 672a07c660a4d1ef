package dev.broadside.server.archive;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.wire.Codec;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.StoredRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/// The latencies of a job as a log that HdrHistogram's tools read: for each interval the
/// transactions of all agents, without a tag, and each operation, tagged with its name. Values are
/// microseconds, maxima milliseconds, times seconds from the common start. Safe for use by several
/// threads, which may block on the store.
public final class LatencyLog {
  private static final double MICROS_IN_MILLI = 1_000;
  private static final int DIGITS = 3;

  private final ResultStore store;
  private final Codec codec = new Codec();

  public LatencyLog(ResultStore store) {
    this.store = store;
  }

  /// Writes the log, which ends with the records that have come by now.
  public void write(JobRow row, RunDocument run, OutputStream out) throws IOException {
    HistogramLogWriter log = new HistogramLogWriter(out);
    log.outputComment("[Latencies in microseconds, " + run.job().asked().latencyMeaning() + "]");
    log.outputLogFormatVersion();
    Instant start = Instant.parse(run.job().startedAt());
    log.outputStartTime(start.toEpochMilli());
    run.phases()
        .forEach(phase ->
            log.outputComment(
                String.format(
                    Locale.ROOT,
                    "[%s from %.3f s for %.3f s]",
                    phase.kind(),
                    phase.startMillis() / 1e3,
                    phase.durationMillis() / 1e3)));
    log.outputLegend();
    Intervals intervals = new Intervals(log, row.code().operations(), row.job().spec().axis());
    store.records().scan(row.job().runId(), stored -> add(intervals, stored));
    intervals.close();
  }

  /// What the audit calls damaged is in no figure either; that it is not, the log says.
  private void add(Intervals intervals, StoredRecord stored) {
    RecordKey key = stored.sealed().key();
    if (key.stream().equals(RecordKey.LOAD)) {
      stored.opened(codec).ifPresentOrElse(intervals::add, () -> intervals.without(key));
    }
  }

  /// Adds up the agents' records of an interval, which come after each other.
  private static final class Intervals {
    private final HistogramLogWriter log;
    private final List<String> operations;
    private final RunAxis axis;
    private Tally tally = Tally.NONE;
    private int index = -1;
    private int intervals;
    private long endNanos;

    Intervals(HistogramLogWriter log, List<String> operations, RunAxis axis) {
      this.log = log;
      this.operations = operations;
      this.axis = axis;
    }

    void add(RecordSpan span) {
      IntervalRecord record = span.record();
      if (record.index() != index || span.intervals() != intervals) {
        close();
        index = record.index();
        intervals = span.intervals();
      }
      tally = tally.plus(record.tally());
      endNanos = Math.max(endNanos, record.endNanos());
    }

    void without(RecordKey key) {
      log.outputComment(
          "[record " + key.seq() + " of " + key.agent() + " is damaged and left out]");
    }

    void close() {
      line("", tally.transactions().latency());
      for (int i = 0; i < tally.operations().size(); i++) {
        line(operations.get(i), tally.operations().get(i).service());
      }
      tally = Tally.NONE;
      endNanos = 0;
    }

    private void line(String operation, Distribution latency) {
      if (latency.isEmpty()) {
        return;
      }
      Histogram histogram = new Histogram(1, LatencyLayout.MAX_MICROS, DIGITS);
      for (int i = 0; i < latency.usedSlots(); i++) {
        histogram.recordValueWithCount(
            LatencyLayout.lowestMicros(latency.slotAt(i)), latency.countAt(i));
      }
      if (!operation.isEmpty()) {
        // What a log's reader takes for the end of a tag.
        histogram.setTag(operation.replaceAll("[,\\s]", "_"));
      }
      log.outputIntervalHistogram(
          axis.startNanos(index) / 1e9, endNanos / 1e9, histogram, MICROS_IN_MILLI);
    }
  }
}
