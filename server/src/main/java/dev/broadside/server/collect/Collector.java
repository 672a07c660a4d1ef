package dev.broadside.server.collect;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Ack.Range;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.store.Arrival;
import dev.broadside.server.store.Arrival.Fate;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.RunTable.Entry;
import dev.broadside.server.store.StoreException;
import dev.broadside.server.store.StreamKey;
import dev.broadside.server.store.StreamState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Takes interval records in: verifies them, stores each exactly once by its key, acknowledges what
/// is durable, and adds it up.
///
/// Everything happens on one executor of its own, in batches; [#offer] only queues. The queue is
/// bounded. Since an acknowledgement is sent only when a record is durable, a store that is slow or
/// full slows the agents' spools down and nothing else: the batch is tried again until it succeeds.
public final class Collector {
  private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
  private static final int MAX_BATCH = 1_000;
  private static final long MAX_QUEUED_BYTES = 64L << 20;
  private static final int INTERVALS_AT_ONCE = 500;
  private static final Duration TRY_AGAIN = Duration.ofSeconds(1);

  private final ResultStore store;
  private final Time time;
  private final Executor executor;
  private final History history;
  private final Observer observer;
  private final RecordCheck check = new RecordCheck(new Codec());
  private final JsonMapper json = Json.mapper();
  private final Deque<Delivery> queue = new ArrayDeque<>();
  private final Map<String, RunCollection> runs = new HashMap<>();
  private long queuedBytes;
  private boolean draining;

  /// Records from one agent.
  ///
  /// @param agent whose link they came over
  /// @param acks where acknowledgements go
  public record Delivery(String agent, List<SealedRecord> records, Acks acks) {
    long bytes() {
      return records.stream().mapToLong(sealed -> sealed.bytes().length).sum();
    }
  }

  /// Where acknowledgements go. Called on the collector's executor; must not block.
  @FunctionalInterface
  public interface Acks {
    void ack(Message.Ack ack);
  }

  /// Who hears what has come in. Called on the collector's executor; must not block.
  public interface Observer {
    /// Records of an open run were stored.
    void progressed(RunProgress progress);

    /// Intervals were closed and stored.
    void closed(String runId, List<Entry> intervals);

    /// Records came for a run that is not open any more, and were stored.
    void late(String runId);

    /// Records were refused, for a reason.
    void refused(String agent, String sentence);

    /// Which runs there are that are not open.
    Optional<RunPlan> find(String runId);
  }

  /// A record that was found to be whole.
  private record Checked(Delivery from, IntervalRecord record, Arrival arrival) {}

  public Collector(
      ResultStore store, Time time, Executor executor, History history, Observer observer) {
    this.store = store;
    this.time = time;
    this.executor = executor;
    this.history = history;
    this.observer = observer;
  }

  /// Opens a run, and adds up what the store holds of it.
  public void open(RunPlan plan) {
    executor.execute(() -> orLater(() -> openNow(plan)));
  }

  private void openNow(RunPlan plan) {
    RunCollection run =
        new RunCollection(
            plan, store.records().streams(plan.runId()), store.runs().newestInterval(plan.runId()));
    store.records().scan(plan.runId(), sealed -> readBack(run, sealed));
    store
        .records()
        .conflicts(plan.runId(), RecordCheck.MAX_CONFLICTS)
        .forEach(key -> run.aggregate().conflict(RecordCheck.conflict(key)));
    runs.put(plan.runId(), run);
    keepClosed(run);
    observer.progressed(run.progress());
  }

  /// Keeps what closes on the way, so that a week's records need no more memory than a minute's.
  private void readBack(RunCollection run, SealedRecord sealed) {
    check.open(sealed).ifPresent(run::add);
    if (run.unkept() >= INTERVALS_AT_ONCE) {
      keepClosedNow(run);
    }
  }

  /// Forgets a run whose final document is made. Records that come later are stored all the same.
  public void close(String runId) {
    executor.execute(() -> runs.remove(runId));
  }

  /// From now on a run's intervals wait for the records of these agents only.
  public void reachable(String runId, Set<String> agents) {
    executor.execute(() -> {
      if (runs.get(runId) instanceof RunCollection run) {
        run.aggregate().reachable(agents);
        keepClosed(run);
      }
    });
  }

  /// Looks at the sums of an open run. Empty where it is not open.
  public <T> CompletableFuture<Optional<T>> look(String runId, Function<RunAggregate, T> question) {
    return CompletableFuture.supplyAsync(
        () -> Optional.ofNullable(runs.get(runId)).map(run -> question.apply(run.aggregate())),
        executor);
  }

  /// Queues records. False, with nothing taken, where the queue is full: the agent is to send them
  /// again later.
  public boolean offer(Delivery delivery) {
    synchronized (queue) {
      if (queuedBytes >= MAX_QUEUED_BYTES) {
        return false;
      }
      queue.add(delivery);
      queuedBytes += delivery.bytes();
      if (draining) {
        return true;
      }
      draining = true;
    }
    executor.execute(this::drain);
    return true;
  }

  private void drain() {
    List<Delivery> batch = nextBatch();
    if (!batch.isEmpty()) {
      keep(batch);
    }
  }

  private List<Delivery> nextBatch() {
    List<Delivery> batch = new ArrayList<>();
    int records = 0;
    synchronized (queue) {
      while (!queue.isEmpty() && records < MAX_BATCH) {
        Delivery delivery = queue.remove();
        queuedBytes -= delivery.bytes();
        records += delivery.records().size();
        batch.add(delivery);
      }
      draining = !batch.isEmpty();
    }
    return batch;
  }

  private void keep(List<Delivery> batch) {
    try {
      take(batch);
      executor.execute(this::drain);
    } catch (StoreException e) {
      time.runIn(TRY_AGAIN, () -> executor.execute(() -> keep(batch)));
    } catch (RuntimeException | Error e) {
      // Not acknowledged, so nothing is lost; but one batch that cannot be added up must not hold
      // up all others.
      LOG.error("{} deliveries of records could not be taken in", batch.size(), e);
      executor.execute(this::drain);
    }
  }

  private void take(List<Delivery> batch) {
    List<Checked> whole = new ArrayList<>();
    Map<String, Optional<RunPlan>> plans = new HashMap<>();
    batch.forEach(delivery -> checkInto(whole, delivery, plans));
    List<Fate> fates = store.records().addAll(whole.stream().map(Checked::arrival).toList());
    Set<RunCollection> touched = new LinkedHashSet<>();
    Set<String> late = new LinkedHashSet<>();
    for (int i = 0; i < fates.size(); i++) {
      IntervalRecord record = whole.get(i).record();
      if (runs.get(record.key().runId()) instanceof RunCollection run) {
        addUp(run, record, fates.get(i));
        touched.add(run);
      } else if (fates.get(i) == Fate.STORED) {
        late.add(record.key().runId());
      }
    }
    acknowledge(whole);
    touched.forEach(this::keepClosed);
    touched.forEach(run -> observer.progressed(run.progress()));
    late.forEach(observer::late);
  }

  private void checkInto(
      List<Checked> whole, Delivery delivery, Map<String, Optional<RunPlan>> plans) {
    for (SealedRecord sealed : delivery.records()) {
      Optional<RunPlan> plan = plans.computeIfAbsent(sealed.key().runId(), this::plan);
      switch (check.check(sealed, delivery.agent(), plan)) {
        case RecordCheck.Verdict.Good(IntervalRecord record) ->
            whole.add(
                new Checked(delivery, record, new Arrival(sealed, record.index(), record.last())));
        case RecordCheck.Verdict.Bad(String sentence) ->
            observer.refused(delivery.agent(), sentence);
      }
    }
  }

  private Optional<RunPlan> plan(String runId) {
    return runs.get(runId) instanceof RunCollection run
        ? Optional.of(run.plan())
        : observer.find(runId);
  }

  private static void addUp(RunCollection run, IntervalRecord record, Fate fate) {
    run.stored(StreamKey.of(record.key()), record.key().seq());
    switch (fate) {
      case STORED -> run.add(record);
      case DUPLICATE -> run.aggregate().repeated(1);
      case CONFLICT -> run.aggregate().conflict(RecordCheck.conflict(record.key()));
    }
  }

  private void acknowledge(List<Checked> stored) {
    Map<StreamKey, Acks> streams = new LinkedHashMap<>();
    Map<StreamKey, TreeSet<Long>> seqs = new HashMap<>();
    for (Checked one : stored) {
      StreamKey stream = StreamKey.of(one.record().key());
      streams.put(stream, one.from().acks());
      seqs.computeIfAbsent(stream, _ -> new TreeSet<>()).add(one.record().key().seq());
    }
    streams.forEach((stream, acks) -> {
      long through = through(stream);
      List<Range> beyond =
          ranges(seqs.getOrDefault(stream, new TreeSet<>()).tailSet(through, false));
      if (through >= 0 || !beyond.isEmpty()) {
        acks.ack(
            new Message.Ack(
                stream.runId(), stream.incarnation(), stream.stream(), through, beyond));
      }
    });
  }

  /// Numbers in ascending order as ranges without a gap.
  private static List<Range> ranges(SortedSet<Long> seqs) {
    List<Range> ranges = new ArrayList<>();
    for (long seq : seqs) {
      boolean goesOn = !ranges.isEmpty() && ranges.getLast().toSeq() == seq - 1;
      long from = goesOn ? ranges.removeLast().fromSeq() : seq;
      ranges.add(new Range(from, seq));
    }
    return ranges;
  }

  private long through(StreamKey stream) {
    if (runs.get(stream.runId()) instanceof RunCollection run) {
      return run.through(stream);
    }
    try {
      return store.records().streams(stream.runId()).stream()
          .filter(state -> state.key().equals(stream))
          .mapToLong(StreamState::through)
          .findFirst()
          .orElse(-1);
    } catch (StoreException e) {
      // Not acknowledged, so it comes again.
      return -1;
    }
  }

  /// Keeps what has closed. Records are not touched where that fails: they are durable already.
  private void keepClosed(RunCollection run) {
    orLater(() -> keepClosedNow(run));
  }

  private void keepClosedNow(RunCollection run) {
    String runId = run.plan().runId();
    for (List<IntervalDocument> closed = run.closed(INTERVALS_AT_ONCE);
        !closed.isEmpty();
        closed = run.closed(INTERVALS_AT_ONCE)) {
      List<IntervalDocument> next = closed;
      history.add(
          numbers -> store.runs().addIntervals(runId, entries(next, numbers)),
          changed -> observer.closed(runId, changed));
      run.kept(closed.size());
    }
  }

  private List<Entry> entries(List<IntervalDocument> closed, LongSupplier numbers) {
    return closed.stream()
        .map(document ->
            new Entry(document.index(), numbers.getAsLong(), json.writeValueAsString(document)))
        .toList();
  }

  /// Does something now, or when the store, which says why, takes it.
  private void orLater(Runnable work) {
    try {
      work.run();
    } catch (StoreException e) {
      time.runIn(TRY_AGAIN, () -> executor.execute(() -> orLater(work)));
    }
  }
}
