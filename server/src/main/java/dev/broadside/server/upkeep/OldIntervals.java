package dev.broadside.server.upkeep;

import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.RunFigures;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.IntervalDocuments;
import dev.broadside.core.report.IntervalSum;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunStreams;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.work.Figure;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.job.RollUps.Group;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.StoredRecord;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.upkeep.Level.Stretch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Rolls up the old intervals of each run. One thread at a time.
public final class OldIntervals {
  private static final Logger LOG = LoggerFactory.getLogger(OldIntervals.class);

  /// Records for one write, which then delays new records by a tenth of a second at most.
  private static final int RECORDS_AT_ONCE = 1_000;

  /// After the last interval: nothing is left to roll up.
  private static final int EVERYTHING = Integer.MAX_VALUE;

  private final ResultStore store;
  private final List<Level> levels;
  private final EventOrder events;
  private final BiConsumer<String, List<Entry>> changed;
  private final JsonMapper json = Json.mapper();

  /// Runs that cannot be rolled up, which was logged.
  private final Set<String> left = new HashSet<>();

  /// @param changed takes the amended intervals of a run
  public OldIntervals(
      ResultStore store,
      KeepRules rules,
      EventOrder events,
      BiConsumer<String, List<Entry>> changed) {
    this.store = store;
    this.levels = rules.levels();
    this.events = events;
    this.changed = changed;
  }

  /// Rolls up what is due in all runs.
  public void rollUp() {
    for (String id : store.jobs.notRolledUp(levels.size(), EVERYTHING)) {
      try {
        store.jobs.shown(id).ifPresent(this::rollUp);
      } catch (DamagedException e) {
        if (left.add(id)) {
          LOG.error("run {} is not rolled up", id, e);
        }
      }
    }
  }

  private void rollUp(JobRow row) {
    RunPlan plan = RunPlan.of(row);
    int newest = (int) store.runs.newestInterval(plan.runId()).orElse(-1);
    List<Integer> sizes = Level.sizes(levels, row.job().spec().interval());
    for (int level = 1; level <= levels.size(); level++) {
      int size = sizes.get(level - 1);
      int end = due(plan.axis(), newest, levels.get(level - 1).after());
      boolean coarser = size > (level == 1 ? 1 : sizes.get(level - 2));
      boolean done = !coarser || rollUp(plan, level, size, end);
      if (done && row.job().state() instanceof JobState.Done) {
        keep(plan.runId(), level, EVERYTHING, List.of());
      }
    }
  }

  /// Intervals before this one may be rolled up.
  private static int due(RunAxis axis, int newest, Duration after) {
    long until = newest < 0 ? 0 : axis.endNanos(newest) - after.toNanos();
    return until <= 0 ? 0 : Math.min(axis.indexAt(until), newest + 1);
  }

  /// False if the run is being read: the rest follows the next time.
  private boolean rollUp(RunPlan plan, int level, int size, int end) {
    int next = store.rollUps.next(plan.runId(), level);
    if (next >= end) {
      return true;
    }
    RollUp rolling = new RollUp(plan, store.rollUps.first(plan.runId()));
    int streams = plan.agents().size() + plan.watchers().size();
    int most = Math.max(1, RECORDS_AT_ONCE / size / Math.max(1, streams));
    for (List<Stretch> some = due(plan.axis(), next, size, end, most);
        !some.isEmpty();
        some = due(plan.axis(), next, size, end, most)) {
      next = some.getLast().to();
      List<Group> groups = groups(plan.runId(), rolling, some);
      if (!keep(plan.runId(), level, next, groups)) {
        return false;
      }
    }
    return true;
  }

  private boolean keep(String runId, int level, int next, List<Group> groups) {
    AtomicBoolean kept = new AtomicBoolean();
    events.add(
        numbers -> store.rollUps.keep(runId, level, next, groups, numbers),
        amended -> {
          kept.set(amended.isPresent());
          amended.filter(some -> !some.isEmpty()).ifPresent(some -> changed.accept(runId, some));
        });
    return kept.get();
  }

  private static List<Stretch> due(RunAxis axis, int next, int size, int end, int most) {
    List<Stretch> due = new ArrayList<>();
    Optional<Stretch> one = Level.stretch(axis, next, size);
    while (due.size() < most && one.filter(stretch -> stretch.to() <= end).isPresent()) {
      due.add(one.get());
      one = Level.stretch(axis, one.get().to(), size);
    }
    return due;
  }

  private List<Group> groups(String runId, RollUp rolling, List<Stretch> stretches) {
    int from = stretches.getFirst().from();
    int to = stretches.getLast().to();
    try {
      List<StoredRecord> records = store.rollUps.records(runId, from, to);
      List<IntervalDocument> documents = documents(runId, from, to);
      return stretches.stream()
          .flatMap(stretch ->
              rolling
                  .roll(
                      stretch.from(),
                      stretch.to(),
                      records.stream().filter(one -> in(stretch, one.index())).toList(),
                      documents.stream().filter(one -> in(stretch, one.index())).toList())
                  .stream())
          .toList();
    } catch (DamagedException | JacksonException e) {
      if (stretches.size() > 1) {
        return stretches.stream()
            .flatMap(one -> groups(runId, rolling, List.of(one)).stream())
            .toList();
      }
      LOG.error("the intervals {} to {} of {} stay as they are", from, to - 1, runId, e);
      return List.of();
    }
  }

  private static boolean in(Stretch stretch, int index) {
    return index >= stretch.from() && index < stretch.to();
  }

  private List<IntervalDocument> documents(String runId, int from, int to) {
    return store.runs.intervals(runId, from, to - from).stream()
        .filter(entry -> entry.position() < to)
        .map(Entry::json)
        .map(text -> json.readValue(text, IntervalDocument.class))
        .toList();
  }

  /// Merges several intervals into one, with one record for each stream and one document. Pure.
  ///
  /// Only resolution is lost: sums and distributions are exactly those of the records. If they
  /// would not be, since a record is missing or damaged or a worker ended in between, the intervals
  /// stay as they are.
  private static final class RollUp {
    private final IntervalDocuments documents;
    private final Map<String, List<Figure>> declared = new LinkedHashMap<>();
    private final Codec codec = new Codec();
    private final JsonMapper json = Json.mapper();

    /// @param first the first record of each stream, which declares its figures
    RollUp(RunPlan plan, List<StoredRecord> first) {
      documents = new IntervalDocuments(plan.axis(), plan.operations(), plan.agents());
      for (StoredRecord record : first) {
        RecordKey key = record.sealed().key();
        record
            .opened(codec)
            .ifPresent(
                span -> declared.put(RunStreams.name(key), span.record().figures().declared()));
      }
    }

    /// What replaces some intervals; empty if they stay as they are.
    ///
    /// @param from the first interval
    /// @param to the one after the last
    /// @param records of these intervals
    /// @param before their documents
    Optional<Group> roll(
        int from, int to, List<StoredRecord> records, List<IntervalDocument> before) {
      Map<StreamKey, List<StoredRecord>> streams = new LinkedHashMap<>();
      records.forEach(record ->
          streams
              .computeIfAbsent(StreamKey.of(record.sealed().key()), _ -> new ArrayList<>())
              .add(record));
      List<StoredRecord> rolled = new ArrayList<>();
      List<RecordSpan> spans = new ArrayList<>();
      for (List<StoredRecord> parts : streams.values()) {
        Optional<RecordSpan> sum = sum(parts).filter(span -> covers(span, from, to));
        Optional<StoredRecord> stored = sum.flatMap(span -> sealed(span, parts));
        if (stored.isEmpty()) {
          return Optional.empty();
        }
        spans.add(sum.orElseThrow());
        if (parts.size() > 1) {
          rolled.add(stored.get());
        }
      }
      if (rolled.isEmpty()) {
        return Optional.empty();
      }
      Optional<IntervalDocument> sum = document(from, to, spans, before);
      return Optional.of(
          new Group(
              from,
              to,
              rolled,
              sum.map(json::writeValueAsString),
              sum.filter(told -> amends(told, before)).isPresent()));
    }

    /// Whether a sum has more than its parts, or other agents.
    private static boolean amends(IntervalDocument sum, List<IntervalDocument> parts) {
      Set<String> missing = new HashSet<>();
      parts.forEach(part -> missing.addAll(part.missing()));
      return !missing.equals(Set.copyOf(sum.missing()))
          || parts.stream().mapToLong(part -> part.stats().begun()).sum() != sum.stats().begun();
    }

    private static boolean covers(RecordSpan span, int from, int to) {
      return span.record().index() == from && span.endIndex() == to;
    }

    private Optional<RecordSpan> sum(List<StoredRecord> parts) {
      List<RecordSpan> opened =
          parts.stream().flatMap(part -> part.opened(codec).stream()).toList();
      return opened.size() == parts.size() ? RecordSpan.together(opened) : Optional.empty();
    }

    /// The record as it is stored; empty if it is too large, or would not be read back the same:
    /// the records that it replaces are deleted.
    private Optional<StoredRecord> sealed(RecordSpan sum, List<StoredRecord> parts) {
      if (parts.size() == 1) {
        return Optional.of(parts.getFirst());
      }
      try {
        StoredRecord stored = StoredRecord.rolled(sum, parts, codec);
        return Optional.of(stored)
            .filter(again -> again.opened(codec).filter(sum::equals).isPresent());
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    private Optional<IntervalDocument> document(
        int from, int to, List<RecordSpan> spans, List<IntervalDocument> before) {
      if (before.isEmpty()) {
        return Optional.empty();
      }
      RunFigures figures = new RunFigures();
      declared.forEach(figures::declare);
      IntervalSum sum = new IntervalSum();
      for (RecordSpan span : spans) {
        sum.add(span);
        IntervalRecord record = span.record();
        figures.add(RunStreams.name(record.key()), record, false, false);
      }
      List<Figure> told =
          before.stream()
              .flatMap(interval -> interval.figures().stream())
              .flatMap(all -> all.declared().stream())
              .toList();
      return documents.of(
          from,
          to - from,
          sum,
          sum.tally(),
          () ->
              figures
                  .close(figures.sums(from, to))
                  .map(all -> new IntervalFigures(told, all.values(), all.distributions())));
    }
  }
}
