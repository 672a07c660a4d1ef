package dev.broadside.core.report;

import dev.broadside.core.figures.NumberText;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.verdict.StreamAudit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/// The streams of records of a run, one for each worker of each agent. Every record counts once;
/// missing records and contradictions are reported under the name of their stream.
///
/// Not safe for use by several threads.
public final class RunStreams {
  private static final int MOST_MARKS = 200;

  /// A restarted agent measures again how far its clock is from the server's, so two streams may
  /// differ by this much.
  private static final long CLOCKS_APART_NANOS = 100_000_000;

  private final long openUntilNanos;

  /// The streams with load, by name, in the order in which they came.
  private final Map<String, StreamAudit> loads = new LinkedHashMap<>();

  /// All streams, with load and without, by agent and worker.
  private final Map<String, TreeMap<Long, StreamAudit>> workers = new TreeMap<>();

  private final Set<String> ended = new HashSet<>();

  /// @param openUntilNanos until then arrivals are due, and a worker has to account for each
  RunStreams(long openUntilNanos) {
    this.openUntilNanos = openUntilNanos;
  }

  /// The name of a stream in the audit.
  public static String name(RecordKey key) {
    return name(key.agent(), key.incarnation());
  }

  private static String name(String agent, long worker) {
    return agent + ", worker " + worker;
  }

  private StreamAudit stream(String name) {
    return new StreamAudit(name, openUntilNanos);
  }

  /// Takes records in; returns false if they had come before.
  boolean add(RecordSpan span) {
    RecordKey key = span.record().key();
    TreeMap<Long, StreamAudit> ofAgent = workers.computeIfAbsent(key.agent(), _ -> new TreeMap<>());
    StreamAudit stream = ofAgent.computeIfAbsent(key.incarnation(), _ -> stream(name(key)));
    if (load(key)) {
      loads.put(name(key), stream);
    }
    if (!stream.add(span)) {
      return false;
    }
    if (ofAgent.values().stream().allMatch(StreamAudit::complete)) {
      ended.add(key.agent());
    } else {
      ended.remove(key.agent());
    }
    return true;
  }

  /// Whether a record is of a stream with load.
  static boolean load(RecordKey key) {
    return key.stream().equals(RecordKey.LOAD);
  }

  /// Whether an agent's closing record has come, and no record is missing before it.
  boolean ended(String agent) {
    return ended.contains(agent);
  }

  /// The names of the streams with load.
  Set<String> loads() {
    return loads.keySet();
  }

  /// Whether no record of the streams with load is missing.
  boolean complete() {
    return loads.values().stream().allMatch(StreamAudit::complete);
  }

  /// A mark for each time in which a worker was gone, until the next one took over its load.
  List<Mark> marks() {
    List<Mark> marks = new ArrayList<>();
    workers.forEach((agent, ofAgent) -> {
      List<StreamAudit> withLoad = withLoad(agent, ofAgent);
      for (int i = 1; i < withLoad.size() && marks.size() < MOST_MARKS; i++) {
        marks.addAll(takenUp(agent, withLoad.get(i - 1), withLoad.get(i)));
      }
    });
    return marks;
  }

  private static List<Mark> takenUp(String agent, StreamAudit before, StreamAudit next) {
    double from = before.untilNanos() / 1e6;
    double at = next.fromNanos() / 1e6;
    Mark takenUp = Mark.at(Mark.Kind.AGENT, at, agent, "another worker took the load up");
    return at > from
        ? List.of(
            new Mark(
                0, Mark.Kind.AGENT, from, OptionalDouble.of(at), agent, "no worker was at work"),
            takenUp)
        : List.of(takenUp);
  }

  List<String> contradictions() {
    List<String> all =
        new ArrayList<>(
            loads.values().stream()
                .map(StreamAudit::contradictions)
                .flatMap(Collection::stream)
                .toList());
    workers.forEach((agent, ofAgent) -> addOverlaps(all, agent, ofAgent));
    return all;
  }

  /// An agent has one worker at a time.
  private void addOverlaps(List<String> all, String agent, TreeMap<Long, StreamAudit> ofAgent) {
    List<StreamAudit> inTime = new ArrayList<>(withLoad(agent, ofAgent));
    inTime.sort(Comparator.comparingLong(StreamAudit::fromNanos));
    long reached = 0;
    for (StreamAudit stream : inTime) {
      if (stream.fromNanos() < reached - CLOCKS_APART_NANOS) {
        all.add(
            stream.who()
                + ": its records begin at "
                + NumberText.seconds(stream.fromNanos() / 1e6)
                + ", where those of another worker of the agent go on until "
                + NumberText.seconds(reached / 1e6));
      }
      reached = Math.max(reached, stream.untilNanos());
    }
  }

  /// An agent's streams with load, in the order of its workers.
  private List<StreamAudit> withLoad(String agent, TreeMap<Long, StreamAudit> ofAgent) {
    return ofAgent.entrySet().stream()
        .filter(worker -> loads.containsKey(name(agent, worker.getKey())))
        .map(Map.Entry::getValue)
        .toList();
  }

  List<String> missing() {
    List<String> missing = new ArrayList<>();
    workers.forEach((agent, ofAgent) -> addMissing(missing, agent, ofAgent));
    return missing;
  }

  /// A worker answers for the arrivals that the one before it left.
  private void addMissing(List<String> missing, String agent, TreeMap<Long, StreamAudit> ofAgent) {
    for (StreamAudit stream : withLoad(agent, ofAgent)) {
      missing.addAll(stream.missing());
      if (stream.equals(ofAgent.lastEntry().getValue())) {
        missing.addAll(stream.missingArrivals());
      }
    }
  }
}
