package dev.broadside.server.results;

import dev.broadside.core.job.JobEvent;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.time.Time;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.RecordDigest;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.StoredRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Makes a run's final document from its stored records and nothing else.
///
/// The records are read in the order of intervals, so the document does not depend on the order in
/// which they came; and as a stream, so it takes the same memory for a minute as for a week.
public final class FinalReport {
  private static final Logger LOG = LoggerFactory.getLogger(FinalReport.class);
  private static final int INTERVALS_AT_ONCE = 500;
  private static final int MAX_FINDINGS = 200;

  private final ResultStore store;
  private final EventOrder events;
  private final Time time;
  private final String version;
  private final BiConsumer<String, List<Entry>> changed;
  private final Codec codec = new Codec();
  private final JsonMapper json = Json.mapper();

  /// @param changed gets the intervals that differ from those kept so far
  public FinalReport(
      ResultStore store,
      EventOrder events,
      Time time,
      String version,
      BiConsumer<String, List<Entry>> changed) {
    this.time = time;
    this.version = version;
    this.store = store;
    this.events = events;
    this.changed = changed;
  }

  /// Makes the first document, seals and keeps it. It is not shown before the job has ended, and
  /// may be made again until then.
  ///
  /// @param stopping the job before its end
  /// @return the job as it ends, with its headline
  JobRow make(JobRow stopping) {
    Sums sums = sums(stopping);
    JobRow row =
        stopping.with(
            stopping.job().after(new JobEvent.Settled(sums.aggregate.noSuccess()), time.now()));
    Instant at = time.now().truncatedTo(ChronoUnit.SECONDS);
    ResultSeal seal =
        new ResultSeal(sums.digest.hex(), sums.digest.counts(), at.toString(), List.of());
    RunDocument head = RunDocuments.head(row, sums.aggregate, version).with(seal);
    Headline headline = Headline.of(head);
    String document = json.writeValueAsString(head);
    store.runs.finish(row.job().runId(), document, headline, sums.digest.count(), at);
    return row.with(Optional.of(headline));
  }

  /// Makes the document of a job that has ended anew, with records that came after its end; the one
  /// before is kept.
  ///
  /// @param before the seal of the present document
  Headline amend(JobRow row, ResultSeal before) {
    Sums sums = sums(row);
    Instant at = time.now().truncatedTo(ChronoUnit.SECONDS);
    int number = before.amendments().size() + 1;
    List<ResultSeal.Amendment> amendments = new ArrayList<>(before.amendments());
    amendments.add(
        new ResultSeal.Amendment(
            number, at.toString(), since(before, sums.digest.counts()), sums.digest.hex()));
    ResultSeal seal = new ResultSeal(before.sha256(), before.records(), before.at(), amendments);
    RunDocument head = RunDocuments.amended(row, sums.aggregate, version).with(seal);
    Headline headline = Headline.of(head);
    String document = json.writeValueAsString(head);
    store.runs.amend(row.job().runId(), document, headline, sums.digest.count(), number, at);
    return headline;
  }

  /// The document that the stored records make, unsealed and not kept.
  ///
  /// @param amended whether records came after the target was verified
  RunDocument again(JobRow row, boolean amended) {
    RunAggregate sums = sums(row).aggregate;
    return amended
        ? RunDocuments.amended(row, sums, version)
        : RunDocuments.head(row, sums, version);
  }

  /// How many records came since a document was made, by agent.
  private static Map<String, Long> since(ResultSeal before, Map<String, Long> now) {
    Map<String, Long> since = new TreeMap<>(now);
    before.records().forEach((agent, count) -> since.merge(agent, -count, Long::sum));
    before
        .amendments()
        .forEach(amendment ->
            amendment.records().forEach((agent, count) -> since.merge(agent, -count, Long::sum)));
    since.values().removeIf(count -> count == 0);
    return since;
  }

  /// All records of a run, added up and digested.
  private record Sums(RunAggregate aggregate, RecordDigest digest) {}

  private Sums sums(JobRow row) {
    RunPlan plan = RunPlan.of(row);
    String runId = plan.runId();
    List<IntervalDocument> closed = new ArrayList<>();
    RunAggregate sums = plan.noSums(closed::add);
    sums.ordered();
    RecordDigest digest = new RecordDigest();
    store.records.scan(
        runId,
        record -> {
          digest.add(record.sealed().key(), record.ownDigests());
          add(sums, record);
          if (closed.size() >= INTERVALS_AT_ONCE) {
            keep(runId, closed);
          }
        });
    sums.closeAll();
    keep(runId, closed);
    addFindings(runId, sums);
    return new Sums(sums, digest);
  }

  /// A record that cannot be added up must not cost its run the result.
  private void add(RunAggregate sums, StoredRecord record) {
    try {
      addUp(sums, record.open(codec));
    } catch (ProtocolException e) {
      LOG.error(
          "run {}: {}; its result is made without",
          record.sealed().key().runId(),
          record.damaged(),
          e);
      sums.missing(record.damaged());
    }
  }

  private static void addUp(RunAggregate sums, RecordSpan span) {
    try {
      sums.add(span);
    } catch (RuntimeException e) {
      LOG.debug("record {} cannot be added up", span.record().key(), e);
      sums.conflict(new Conflict(span.record().key(), Conflict.NO_SUM).sentence());
    }
  }

  private void keep(String runId, List<IntervalDocument> closed) {
    events.add(
        numbers -> store.runs.addIntervals(runId, entries(closed, numbers)),
        other -> changed.accept(runId, other));
    closed.clear();
  }

  private List<Entry> entries(List<IntervalDocument> closed, LongSupplier numbers) {
    return closed.stream()
        .map(doc -> new Entry(doc.index(), numbers.getAsLong(), json.writeValueAsString(doc)))
        .toList();
  }

  private void addFindings(String runId, RunAggregate sums) {
    store.records.streams(runId).forEach(stream -> sums.repeated(stream.duplicates()));
    store.records.conflicts(runId, MAX_FINDINGS).forEach(aside -> sums.conflict(aside.sentence()));
  }
}
