package dev.broadside.server.coordinator;

import dev.broadside.core.report.Json;
import dev.broadside.core.wire.Message.LogLine;
import dev.broadside.server.collect.EventIds;
import dev.broadside.server.coordinator.LiveEvent.Kind;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.RunTable.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final EventIds events;
  private final JsonMapper json = Json.mapper();
  private final Map<String, List<Entry>> waiting = new HashMap<>();

  /// A line as the live stream shows it.
  private record Line(String agent, Instant at, String line) {}

  LogLines(ResultStore store, LiveFeed live, EventIds events) {
    this.store = store;
    this.live = live;
    this.events = events;
  }

  void add(String agent, LogLine message) {
    List<Entry> lines = waiting.computeIfAbsent(message.runId(), _ -> new ArrayList<>());
    if (lines.size() < MOST_WAITING) {
      Line line = new Line(agent, Instant.ofEpochMilli(message.epochMillis()), message.line());
      lines.add(new Entry(0, events.next(), json.writeValueAsString(line)));
    }
  }

  /// Keeps what has been gathered, and shows it.
  void flush() {
    for (String runId : List.copyOf(waiting.keySet())) {
      List<Entry> lines = waiting.getOrDefault(runId, List.of());
      live.kept(runId, Kind.LOG, store.runs().addLog(runId, lines));
      waiting.remove(runId);
    }
  }
}
