package dev.broadside.server.store.job;

import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.job.RunTable.NumberRange;
import java.util.List;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The part of a run's log that is stored: its beginning and its newest lines, so that its size is
/// bounded. One line between the two says how many were left out.
public final class LogRing {
  public static final int FIRST = 1_000;
  public static final int NEWEST = 4_000;
  private static final String LEFT_OUT = "leftOut";

  private final JsonMapper json;

  LogRing(JsonMapper json) {
    this.json = json;
  }

  void add(Handle handle, String runId, List<Entry> lines) {
    lines.forEach(line -> insert(handle, runId, line));
    int over = count(handle, runId) - FIRST - NEWEST;
    if (over > 0) {
      // One more than is too much: the line that tells of them takes a place too.
      leaveOut(handle, runId, middle(handle, runId, over + 1));
    }
  }

  private void leaveOut(Handle handle, String runId, List<Entry> lines) {
    Entry last = lines.getLast();
    long leftOut = lines.stream().mapToLong(this::stoodFor).sum();
    remove(handle, runId, new NumberRange(lines.getFirst().eventId(), last.eventId()));
    ObjectNode gap = ((ObjectNode) json.readTree(last.json())).put("agent", "");
    gap.put("line", "(" + leftOut + " lines left out)").put(LEFT_OUT, leftOut);
    insert(handle, runId, new Entry(0, last.eventId(), json.writeValueAsString(gap)));
  }

  void remove(Handle handle, String runId, NumberRange numbers) {
    handle
        .createUpdate(
            """
            DELETE FROM log_lines
            WHERE run_id = :run AND event_id >= :first AND event_id <= :last
            """)
        .bind("run", runId)
        .bind("first", numbers.first())
        .bind("last", numbers.last())
        .execute();
  }

  /// How many lines a line is, or tells of.
  private long stoodFor(Entry line) {
    JsonNode leftOut = json.readTree(line.json()).path(LEFT_OUT);
    return leftOut.asLong(1);
  }

  private static int count(Handle handle, String runId) {
    return handle
        .createQuery("SELECT COUNT(*) FROM log_lines WHERE run_id = :run")
        .bind("run", runId)
        .mapTo(Integer.class)
        .one();
  }

  private static List<Entry> middle(Handle handle, String runId, int count) {
    return handle
        .createQuery(
            """
            SELECT event_id, document FROM log_lines
            WHERE run_id = :run ORDER BY event_id LIMIT :count OFFSET :first
            """)
        .bind("run", runId)
        .bind("count", count)
        .bind("first", FIRST)
        .map((row, _) -> new Entry(0, row.getLong(1), row.getString(2)))
        .list();
  }

  private static void insert(Handle handle, String runId, Entry line) {
    handle
        .createUpdate(
            "INSERT INTO log_lines (run_id, event_id, document) VALUES (:run, :event, :line)")
        .bind("run", runId)
        .bind("event", line.eventId())
        .bind("line", line.json())
        .execute();
  }
}
