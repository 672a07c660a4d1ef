package dev.broadside.server.collect;

import dev.broadside.core.report.Json;
import dev.broadside.core.report.Mark;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.RunTable;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.threads.StoreThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Stores and shows the marks of runs: events and notes on their charts, at most
/// [dev.broadside.server.store.job.RunTable#MOST_MARKS] for a run. Safe for use by several threads.
public final class Marks {
  private static final Logger LOG = LoggerFactory.getLogger(Marks.class);

  private final ResultStore store;
  private final LiveFeed live;
  private final EventOrder events;
  private final StoreThread storeThread;
  private final JsonMapper json = Json.mapper();

  public Marks(ResultStore store, LiveFeed live, EventOrder events, StoreThread storeThread) {
    this.store = store;
    this.live = live;
    this.events = events;
    this.storeThread = storeThread;
  }

  /// Adds a mark of the server, stored as soon as the store answers.
  public void happened(String runId, Mark mark) {
    storeThread.execute(() -> {
      try {
        keep(runId, mark);
      } catch (StoreException e) {
        LOG.warn("job {}: this mark is not kept: {}", runId, mark.line(), e);
      }
    });
  }

  /// Stores a mark, and returns it with its number. May block on the store.
  ///
  /// @return empty if the run has too many of them
  public Optional<Mark> keep(String runId, Mark mark) {
    Mark[] kept = new Mark[1];
    events.<Optional<Entry>>add(
        numbers -> {
          long id = numbers.getAsLong();
          kept[0] = mark.numbered(id);
          Entry entry = new Entry(0, id, json.writeValueAsString(kept[0]));
          return store.runs.addMark(runId, entry) ? Optional.of(entry) : Optional.empty();
        },
        entry -> {
          entry.ifPresentOrElse(
              one -> live.kept(runId, Kind.MARK, List.of(one)), () -> kept[0] = mark);
        });
    return Optional.of(kept[0]).filter(one -> one.id() > 0);
  }

  /// An author's notes on the newest finished jobs, by the jobs' ids, newest job first.
  ///
  /// @param jobs how many jobs to look at
  public Map<String, List<Mark>> newestNotes(String author, int jobs) {
    Map<String, List<Mark>> notes = new LinkedHashMap<>();
    for (RunTable.MarkOf one : store.runs.newestMarks("%\"note\"%\"" + author + "\"%", jobs)) {
      Mark mark = json.readValue(one.json(), Mark.class);
      if (mark.kind() == Mark.Kind.NOTE && mark.who().equals(author)) {
        notes.computeIfAbsent(one.runId(), _ -> new ArrayList<>()).add(mark);
      }
    }
    return notes;
  }

  /// The marks of a run, in the order of time.
  ///
  /// @param others that follow from its plan and its records
  public List<Mark> of(String runId, List<Mark> others) {
    return Stream.concat(
            others.stream(),
            store.runs.marks(runId).stream().map(entry -> json.readValue(entry.json(), Mark.class)))
        .sorted(Comparator.comparingDouble(Mark::atMillis))
        .toList();
  }
}
