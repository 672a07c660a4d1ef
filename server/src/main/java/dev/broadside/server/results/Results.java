package dev.broadside.server.results;

import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.IntervalForm;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.wire.Codec;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.feed.RunLog;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.StoredRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The results of jobs: so far while they run, final afterwards. Safe for use by several threads,
/// which may block on the store.
public final class Results {
  private static final int PAGE = 100;
  private static final String MARKS = "marks";

  private final ResultStore store;
  private final Collector collector;
  private final Marks marks;
  private final LiveFeed.Source published;
  private final Function<String, Buckets> series;
  private final String version;
  private final JsonMapper json = Json.mapper();
  private final RunJson runs = new RunJson();
  private final LatencyLog latencies;

  /// @param published knows why jobs that have not ended wait
  /// @param series has what charts draw of a job
  public Results(
      ResultStore store,
      Collector collector,
      Marks marks,
      LiveFeed.Source published,
      Function<String, Buckets> series,
      String version) {
    this.series = series;
    this.marks = marks;
    this.published = published;
    this.version = version;
    this.store = store;
    this.latencies = new LatencyLog(store);
    this.collector = collector;
  }

  /// The document without its intervals. Empty if there is no such job.
  ///
  /// @throws UnreadableResultException if the stored document cannot be read
  public Optional<RunDocument> summary(String jobId) {
    return head(jobId).map(tree -> run(jobId, tree));
  }

  /// The document as it was sealed with this number of amendments, without its intervals; 0 is the
  /// first seal. Empty if there is no such seal.
  ///
  /// @throws UnreadableResultException if the stored document cannot be read
  public Optional<RunDocument> sealed(String jobId, int amendments) {
    return store
        .runs
        .former(jobId, amendments)
        .or(() -> store.runs.result(jobId))
        .map(text -> read(jobId, text, RunDocument.class))
        .filter(document ->
            document.seal().filter(seal -> seal.amendments().size() == amendments).isPresent());
  }

  /// Writes the document as JSON. False, with nothing written, if there is no such job.
  public boolean write(String jobId, OutputStream out) throws IOException {
    Optional<ObjectNode> head = head(jobId);
    if (head.isPresent()) {
      runs.write(head.get(), intervals(jobId, Range.ALL), out);
    }
    return head.isPresent();
  }

  /// A job as a step of a study, to be written.
  public Optional<RunJson.WrittenStep> step(String jobId, int threads, StudyPoint point) {
    return head(jobId)
        .map(head ->
            new RunJson.WrittenStep(
                threads, Optional.of(point), head, intervals(jobId, Range.ALL)));
  }

  /// Some of a job's intervals.
  ///
  /// @param from the first one's index
  /// @param to the last one's index
  public record Range(int from, int to) {
    public static final Range ALL = new Range(0, Integer.MAX_VALUE);
  }

  /// Writes intervals in a form of other tools. False, with nothing written, if there is no such
  /// job.
  public boolean write(IntervalForm form, String jobId, Range range, OutputStream out)
      throws IOException {
    Optional<RunDocument> run = summary(jobId);
    if (run.isPresent()) {
      IntervalForm.Lines lines = form.of(run.get());
      if (lines.header().isPresent()) {
        line(lines.header().get(), out);
      }
      intervals(jobId, range)
          .each(text -> {
            IntervalDocument interval = read(jobId, text, IntervalDocument.class);
            for (String line : lines.ofInterval().lines(interval)) {
              line(line, out);
            }
          });
    }
    return run.isPresent();
  }

  /// Writes lines of JSON: the job, its intervals, its summary. The first and the last line agree
  /// on the job's state: if it has ended, the intervals between are final. False, with nothing
  /// written, if there is no such job.
  public boolean writeLines(String jobId, Range range, OutputStream out) throws IOException {
    Optional<ObjectNode> head = head(jobId);
    if (head.isPresent()) {
      line(runs.headLine(RunHead.of(run(jobId, head.get()))), out);
      intervals(jobId, range).each(text -> line(RunJson.intervalLine(text), out));
      for (Mark mark : marks(jobId, head.get())) {
        line(runs.markLine(mark), out);
      }
      line(runs.summaryLine(head.get()), out);
    }
    return head.isPresent();
  }

  /// What charts draw of a job's intervals; none if there is no such job.
  public Buckets series(String jobId) {
    return series.apply(jobId);
  }

  /// The result as one HTML file. Empty if there is no such job.
  public Optional<String> htmlReport(String jobId) {
    return report(jobId).map(report -> HtmlReport.of(report, series(jobId)));
  }

  /// The result so far for people. Empty if there is no such job.
  public Optional<ReportDocument> report(String jobId) {
    return summary(jobId)
        .map(run ->
            RunReport.of(
                run,
                store
                    .jobs
                    .find(jobId)
                    .map(row -> JobYaml.write(JobWriter.write(row.job().spec())))
                    .orElse("")));
  }

  /// Writes the latencies as a log of HdrHistogram. False, with nothing written, if no load of the
  /// job has begun, or there is no such job.
  public boolean writeLatencies(String jobId, OutputStream out) throws IOException {
    Optional<RunDocument> run = summary(jobId).filter(begun -> !begun.job().startedAt().isEmpty());
    Optional<JobRow> row = store.jobs.shown(jobId);
    if (run.isEmpty() || row.isEmpty()) {
      return false;
    }
    store.rollUps.whileNone(jobId, () -> latencies.write(row.get(), run.get(), out));
    return true;
  }

  private static void line(String text, OutputStream out) throws IOException {
    out.write((text + '\n').getBytes(StandardCharsets.UTF_8));
  }

  /// A page of them at a time, so that a slow client costs the memory of one page.
  private RunJson.Intervals intervals(String jobId, Range range) {
    return taker -> store.rollUps.whileNone(jobId, () -> each(jobId, range, taker));
  }

  private void each(String jobId, Range range, RunJson.Taker taker) throws IOException {
    int next = range.from();
    boolean more = true;
    while (more && next <= range.to()) {
      // Only what is asked for is read: the rest may be damaged.
      int most = (int) Math.min(PAGE, (long) range.to() - next + 1);
      List<Entry> page = store.runs.intervals(jobId, next, most);
      for (Entry interval : page) {
        if (interval.position() > range.to()) {
          return;
        }
        taker.take(interval.json());
        next = interval.position() + 1;
      }
      more = page.size() == most;
    }
  }

  /// The log lines that are kept of a job; none if there is no such job.
  public RunLog log(String jobId) {
    return new RunLog(store.runs.log(jobId).stream().map(this::line).toList());
  }

  private RunLog.Line line(Entry entry) {
    JsonNode line = json.readTree(entry.json());
    return new RunLog.Line(
        entry.eventId(),
        line.path("agent").asString(),
        Instant.parse(line.path("at").asString()),
        line.path("line").asString());
  }

  private Optional<ObjectNode> head(String jobId) {
    Optional<String> kept = store.runs.result(jobId);
    Optional<ObjectNode> head =
        kept.isPresent() ? kept.map(text -> read(jobId, text, ObjectNode.class)) : soFar(jobId);
    // Marks are read when the result is: people can add a note to a job that has ended.
    head.ifPresent(run -> run.set(MARKS, json.valueToTree(marks.of(jobId, marks(jobId, run)))));
    return head;
  }

  private List<Mark> marks(String jobId, JsonNode run) {
    return understood(
        jobId,
        () ->
            run.path(MARKS).valueStream().map(mark -> json.treeToValue(mark, Mark.class)).toList());
  }

  private RunDocument run(String jobId, JsonNode tree) {
    return understood(jobId, () -> json.treeToValue(tree, RunDocument.class));
  }

  private <T> T read(String jobId, String kept, Class<T> type) {
    return understood(jobId, () -> json.readValue(kept, type));
  }

  /// Wraps reading only: writing fails when a client goes away.
  private static <T> T understood(String jobId, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (JacksonException e) {
      throw new UnreadableResultException(jobId, e);
    }
  }

  private Optional<ObjectNode> soFar(String jobId) {
    Optional<JobRow> row = store.jobs.find(jobId);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    String reason = published.snapshot(jobId).map(up -> up.job().reason()).orElse("");
    Optional<RunDocument> running =
        collector.look(jobId, sums -> RunDocuments.soFar(row.get(), sums, reason, version)).join();
    return Optional.of(
        runs.tree(
            running.orElseGet(() ->
                RunDocuments.soFar(
                    row.get(), RunPlan.of(row.get()).noSums(_ -> {}), reason, version))));
  }

  /// The latencies of a job as a log that HdrHistogram's tools read: for each interval the
  /// transactions of all agents, without a tag, and each operation, tagged with its name. Values
  /// are microseconds, maxima milliseconds, times seconds from the common start. Safe for use by
  /// several threads, which may block on the store.
  private static final class LatencyLog {
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
      store.records.scan(row.job().runId(), stored -> add(intervals, stored));
      intervals.close();
    }

    /// A record that the audit calls damaged is left out, and the log says so.
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
          // A reader of the log takes these characters for the end of a tag.
          histogram.setTag(operation.replaceAll("[,\\s]", "_"));
        }
        log.outputIntervalHistogram(
            axis.startNanos(index) / 1e9, endNanos / 1e9, histogram, MICROS_IN_MILLI);
      }
    }
  }
}
