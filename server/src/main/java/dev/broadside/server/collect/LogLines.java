package dev.broadside.server.collect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.broadside.core.report.Json;
import dev.broadside.core.wire.Message.LogLine;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.job.RunTable.NumberRange;
import dev.broadside.server.threads.StoreThread;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Gathers the log lines of workers and stores them in batches, so that a worker that floods its
/// log costs one write a tick.
///
/// Safe for use by several threads; the store is written by the thread that is given.
public final class LogLines {
  private static final Logger LOG = LoggerFactory.getLogger(LogLines.class);

  /// If a run has more lines between two writes, the oldest are left out.
  private static final int MOST_WAITING = 1_000;

  private final ResultStore store;
  private final LiveFeed live;
  private final EventOrder events;
  private final JsonMapper json = Json.mapper();
  private final StoreThread storeThread;
  private final Map<String, Waiting> waiting = new HashMap<>();

  /// Whether a write of the waiting lines is scheduled already.
  private boolean queued;

  /// A line as the live stream shows it.
  ///
  /// @param leftOut how many lines it stands for; 0 for a worker's own line
  private record Line(
      String agent, Instant at, String line, @JsonInclude(Include.NON_DEFAULT) long leftOut) {}

  /// The lines of one run for the next write.
  private static final class Waiting {
    private final Deque<Line> lines = new ArrayDeque<>();
    private long leftOut;

    /// The event numbers of these lines if an earlier write may have succeeded without an answer.
    private NumberRange former = NumberRange.NONE;

    void add(Line line) {
      if (lines.size() == MOST_WAITING) {
        lines.removeFirst();
        leftOut++;
      }
      lines.add(line);
    }

    /// Puts lines back that could not be stored.
    void addFirst(Waiting earlier) {
      leftOut += earlier.leftOut;
      former = former.and(earlier.former);
      while (!earlier.lines.isEmpty()) {
        Line line = earlier.lines.removeLast();
        if (lines.size() == MOST_WAITING) {
          leftOut++;
        } else {
          lines.addFirst(line);
        }
      }
    }

    List<Line> all() {
      if (leftOut == 0) {
        return List.copyOf(lines);
      }
      String words = "(" + leftOut + " lines left out)";
      List<Line> all = new ArrayList<>(lines);
      all.addFirst(new Line("", lines.getFirst().at(), words, leftOut));
      return all;
    }
  }

  /// @param storeThread writes
  public LogLines(ResultStore store, LiveFeed live, EventOrder events, StoreThread storeThread) {
    this.store = store;
    this.live = live;
    this.events = events;
    this.storeThread = storeThread;
  }

  public void add(String agent, LogLine message) {
    add(message.runId(), agent, Instant.ofEpochMilli(message.epochMillis()), message.line());
  }

  /// The last lines of a worker, and its crash report if it has crashed.
  public void addLastWords(String runId, String agent, Instant at, String words) {
    if (!words.isBlank()) {
      add(runId, agent, at, "The worker's last words:");
      words.strip().lines().forEach(line -> add(runId, agent, at, line));
    }
  }

  private synchronized void add(String runId, String agent, Instant at, String line) {
    waiting.computeIfAbsent(runId, _ -> new Waiting()).add(new Line(agent, at, line, 0));
  }

  /// Has the gathered lines stored and then shown.
  public synchronized void flush() {
    if (!queued && !waiting.isEmpty()) {
      queued = true;
      storeThread.execute(this::keepAll);
    }
  }

  private void keepAll() {
    Map<String, Waiting> taken = take();
    try {
      for (String runId : List.copyOf(taken.keySet())) {
        keepOrDrop(runId, taken.getOrDefault(runId, new Waiting()));
        taken.remove(runId);
      }
    } catch (StoreException e) {
      LOG.debug("log lines wait for the store: {}", e.getMessage());
      putBack(taken);
    }
  }

  /// If the lines of one run cannot be stored, those of the others still are.
  private void keepOrDrop(String runId, Waiting lines) {
    try {
      keep(runId, lines);
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("some log lines of run {} are not kept", runId, e);
    }
  }

  private synchronized Map<String, Waiting> take() {
    Map<String, Waiting> taken = new HashMap<>(waiting);
    waiting.clear();
    queued = false;
    return taken;
  }

  private synchronized void putBack(Map<String, Waiting> taken) {
    taken.forEach(
        (runId, lines) -> waiting.computeIfAbsent(runId, _ -> new Waiting()).addFirst(lines));
  }

  private void keep(String runId, Waiting lines) {
    events.add(
        numbers -> store(runId, entries(lines.all(), numbers), lines),
        kept -> live.kept(runId, Kind.LOG, kept));
  }

  private List<Entry> store(String runId, List<Entry> entries, Waiting lines) {
    NumberRange before = lines.former;
    lines.former =
        before.and(new NumberRange(entries.getFirst().eventId(), entries.getLast().eventId()));
    store.runs.addLog(runId, entries, before);
    return entries;
  }

  private List<Entry> entries(List<Line> lines, LongSupplier numbers) {
    return lines.stream()
        .map(line -> new Entry(0, numbers.getAsLong(), json.writeValueAsString(line)))
        .toList();
  }
}
