package dev.broadside.server.upkeep;

import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.RunFigures;
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
import dev.broadside.server.store.job.RollUps.Group;
import dev.broadside.server.store.row.StoredRecord;
import dev.broadside.server.store.row.StreamKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/// Makes one interval of several: of each stream one record of theirs, and one document. Pure.
///
/// Nothing is lost but resolution: sums and distributions are those of the records, to the bit.
/// Where it would be otherwise the intervals stay as they are: where a record of a stream that has
/// any there is missing, a gap or the end of a worker lies there, or a record is damaged.
final class RollUp {
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

  /// What stands in the place of some intervals; empty if they stay as they are.
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

  /// Whether a sum tells more than its parts did, or of other agents.
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
    List<RecordSpan> opened = parts.stream().flatMap(part -> part.opened(codec).stream()).toList();
    return opened.size() == parts.size() ? RecordSpan.together(opened) : Optional.empty();
  }

  /// As it is stored; empty if it is too large, or would not come back as what it is: the records
  /// that it stands for are deleted for it.
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
