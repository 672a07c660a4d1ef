package dev.broadside.server.push;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.form.OtlpRequest;
import dev.broadside.core.report.form.RunningMetrics;
import dev.broadside.core.time.Time;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.results.RunDocuments;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Pushes each interval of each running job to all receivers, once, when it has closed and is
/// stored.
///
/// Who stores intervals only says so ([#closed]); they are read back from the store here, by one
/// thread, and wait for each receiver in a [PushQueue]. What was stored before the server began is
/// added up and not pushed: the sums are right from the first push on, and nothing is pushed twice.
/// What still waits when a server ends is not pushed any more.
public final class Pusher {
  public static final Duration LOOK = Duration.ofMillis(500);

  private static final int PAGE = 100;
  private static final Logger LOG = LoggerFactory.getLogger(Pusher.class);

  private final Map<PushForm, List<PushQueue>> queues = new LinkedHashMap<>();
  private final ResultStore store;
  private final LiveFeed.Source published;
  private final Instant since;
  private final JsonMapper json = Json.mapper();

  /// The first interval of each run that is new since the last look.
  private final Map<String, Integer> news = new ConcurrentHashMap<>();

  private final Map<String, Run> runs = new HashMap<>();

  /// Runs of which nothing is pushed any more, such as those that have ended.
  private final Set<String> over = new HashSet<>();

  /// A run that is pushed.
  private static final class Run {
    private final RunningMetrics metrics;

    /// Intervals before this one are only added up.
    private final int pushedFrom;

    private int next;
    private Optional<OtlpRequest> newest = Optional.empty();

    Run(RunningMetrics metrics, int pushedFrom) {
      this.metrics = metrics;
      this.pushedFrom = pushedFrom;
    }
  }

  /// @param published knows the jobs that have not ended
  /// @param random for the pauses of receivers
  /// @param callers any number, which wait for receivers
  public Pusher(
      Receivers receivers,
      ResultStore store,
      LiveFeed.Source published,
      Time time,
      RandomGenerator random,
      Executor callers) {
    this.store = store;
    this.published = published;
    this.since = time.now();
    for (Receiver to : receivers.all()) {
      queues
          .computeIfAbsent(to.form(), _ -> new ArrayList<>())
          .add(
              new PushQueue(
                  to.name(), to.form().field(), to.interval(), to, time, random, callers));
    }
  }

  private Stream<PushQueue> all() {
    return queues.values().stream().flatMap(List::stream);
  }

  /// How each receiver fares. Safe for any thread.
  public List<PushStatus> status() {
    return all().map(PushQueue::status).toList();
  }

  /// Hears that intervals of a run were stored. Safe for any thread; never waits.
  public void closed(String runId, List<Entry> intervals) {
    if (!queues.isEmpty()) {
      intervals.stream()
          .mapToInt(Entry::position)
          .min()
          .ifPresent(first -> news.merge(runId, first, Math::min));
    }
  }

  /// Reads what is new, and calls the receivers that are due. Reads the store. For one thread.
  public void tick() {
    // Looked up first: a job's last intervals are stored before it ends.
    List<String> ended = List.copyOf(runs.keySet()).stream().filter(this::ended).toList();
    for (String runId : List.copyOf(news.keySet())) {
      Optional.ofNullable(news.remove(runId)).ifPresent(first -> follow(runId, first));
    }
    ended.forEach(this::end);
    all().forEach(PushQueue::tick);
  }

  private boolean ended(String runId) {
    try {
      return published.snapshot(runId).filter(now -> !now.done()).isEmpty();
    } catch (RuntimeException e) {
      LOG.debug("the state of {} cannot be read", runId, e);
      return !(e instanceof StoreException);
    }
  }

  private void follow(String runId, int first) {
    try {
      run(runId, first).ifPresent(run -> pushNew(runId, run));
    } catch (StoreException e) {
      LOG.debug("the metrics of {} wait for the store", runId, e);
      news.merge(runId, first, Math::min);
    } catch (RuntimeException e) {
      LOG.error("no more metrics of job {} are pushed: what is stored cannot be read", runId, e);
      runs.remove(runId);
      over.add(runId);
    }
  }

  /// The run, if it is pushed. One that ended before the server began is only amended.
  private Optional<Run> run(String runId, int first) {
    if (over.contains(runId) || runs.containsKey(runId)) {
      return Optional.ofNullable(runs.get(runId));
    }
    Optional<JobRow> row =
        store
            .jobs
            .readable(runId)
            .filter(one -> one.job().endedAt().filter(since::isAfter).isEmpty());
    row.ifPresentOrElse(
        one -> runs.put(runId, new Run(metrics(one), first)), () -> over.add(runId));
    return Optional.ofNullable(runs.get(runId));
  }

  private static RunningMetrics metrics(JobRow row) {
    return new RunningMetrics(
        RunDocuments.summary(row, ""),
        Optional.of(JobDocument.TARGET.in(row.job().spec())).filter(name -> !name.isEmpty()));
  }

  private void pushNew(String runId, Run run) {
    List<Entry> page;
    do {
      page = store.runs.intervals(runId, run.next, PAGE);
      for (Entry entry : page) {
        run.next = entry.position() + 1;
        run.metrics
            .after(json.readValue(entry.json(), IntervalDocument.class))
            .filter(_ -> entry.position() >= run.pushedFrom)
            .ifPresent(request -> {
              run.newest = Optional.of(request);
              push(form -> Optional.of(form.body(request)));
            });
      }
    } while (page.size() == PAGE);
  }

  private void push(Function<PushForm, Optional<byte[]>> body) {
    queues.forEach(
        (form, to) -> body.apply(form).ifPresent(bytes -> to.forEach(queue -> queue.offer(bytes))));
  }

  private void end(String runId) {
    Optional.ofNullable(runs.remove(runId))
        .flatMap(run -> run.newest)
        .ifPresent(newest -> push(form -> form.end(newest)));
    over.add(runId);
  }
}
