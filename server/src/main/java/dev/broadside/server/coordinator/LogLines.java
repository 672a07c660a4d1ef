package dev.broadside.server.coordinator;

import dev.broadside.core.report.Json;
import dev.broadside.core.wire.Message.LogLine;
import dev.broadside.server.collect.History;
import dev.broadside.server.coordinator.LiveEvent.Kind;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.RunTable.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import tools.jackson.databind.json.JsonMapper;

/// Gathers what workers write, and keeps it now and then, so that a worker that floods its log
/// costs one write a tick.
///
/// Belongs to the coordinator's thread.
final class LogLines {
  /// More lines of one run between two writes are dropped.
  private static final int MOST_WAITING = 1_000;

  private final ResultStore store;
  private final LiveFeed live;
  private final History history;
  private final JsonMapper json = Json.mapper();
  private final Map<String, List<String>> waiting = new HashMap<>();

  /// A line as the live stream shows it.
  private record Line(String agent, Instant at, String line) {}

  LogLines(ResultStore store, LiveFeed live, History history) {
    this.store = store;
    this.live = live;
    this.history = history;
  }

  void add(String agent, LogLine message) {
    List<String> lines = waiting.computeIfAbsent(message.runId(), _ -> new ArrayList<>());
    if (lines.size() < MOST_WAITING) {
      Line line = new Line(agent, Instant.ofEpochMilli(message.epochMillis()), message.line());
      lines.add(json.writeValueAsString(line));
    }
  }

  /// Keeps what has been gathered, and shows it.
  void flush() {
    for (String runId : List.copyOf(waiting.keySet())) {
      List<String> lines = waiting.getOrDefault(runId, List.of());
      history.add(
          numbers -> store.runs().addLog(runId, entries(lines, numbers)),
          kept -> live.kept(runId, Kind.LOG, kept));
      waiting.remove(runId);
    }
  }

  private static List<Entry> entries(List<String> lines, LongSupplier numbers) {
    return lines.stream().map(line -> new Entry(0, numbers.getAsLong(), line)).toList();
  }
}
