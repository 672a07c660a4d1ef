package dev.broadside.server.collect;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.time.Time;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.Ack.Range;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.Batch;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.StreamKey;
import dev.broadside.server.store.row.StreamState;
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

/// Takes in interval records: verifies them, stores each exactly once by its key, acknowledges
/// those that are durable, and adds them up.
///
/// Everything happens on one executor, in batches; [#offer] only queues. Only the records that a
/// run has in the store already are read on another executor, while new ones are taken in. The
/// queue is bounded. Since an acknowledgement is sent only after a record is durable, a slow or
/// full store delays only the agents' spools: the batch is tried again until it succeeds.
public final class Collector {
  private static final Logger LOG = LoggerFactory.getLogger(Collector.class);
  private static final int MAX_BATCH = 1_000;
  private static final long MAX_QUEUED_BYTES = 64L << 20;
  private static final int INTERVALS_AT_ONCE = 500;

  private final ResultStore store;
  private final StoreRetry retry;
  private final Executor executor;
  private final EventOrder events;
  private final Observer observer;
  private final RecordCheck check = new RecordCheck(new Codec());
  private final JsonMapper json = Json.mapper();
  private final Deque<Delivery> queue = new ArrayDeque<>();
  private final Map<String, RunCollection> runs = new HashMap<>();
  private final Reopening reopening;

  /// Runs whose newest records the observer does not know yet, and how many records those are.
  private final Set<RunCollection> untold = new LinkedHashSet<>();

  private int untoldRecords;
  private long queuedBytes;
  private boolean draining;

  /// Records from one agent.
  ///
  /// @param agent the agent whose link delivered them
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

  /// Learns what has come in. Called on the collector's executor; must not block.
  public interface Observer {
    /// Records of an open run were stored.
    void progressed(RunProgress progress);

    /// Intervals were closed and stored.
    void closed(String runId, List<Entry> intervals);

    /// Records of a run that is no longer open were stored.
    void late(String runId);

    /// Records were refused, for a reason.
    void refused(String agent, String sentence);

    /// Records came from an agent that has no known share of their run.
    void unknown(String agent, String runId);

    /// The plan of a run that is not open; empty if there is no such run.
    Optional<RunPlan> find(String runId);
  }

  /// A record that has passed all checks.
  private record Checked(Delivery from, IntervalRecord record, Arrival arrival) {}

  /// @param executor runs one thing after another
  /// @param reader reads back what the store holds, which may take minutes
  public Collector(
      ResultStore store,
      Time time,
      Executor executor,
      Executor reader,
      EventOrder events,
      Observer observer) {
    this.store = store;
    this.retry = new StoreRetry(time);
    this.executor = executor;
    this.events = events;
    this.observer = observer;
    this.reopening = new Reopening(store, check, retry, executor, reader, new Reopened());
  }

  /// Opens a run, and adds up its records in the store. Meanwhile its new records are taken in and
  /// acknowledged as usual.
  public void open(RunPlan plan) {
    executor.execute(() -> reopening.begin(plan));
  }

  private final class Reopened implements Reopening.Sums {
    /// Stores intervals as soon as they close, so that a week's records need no more memory than a
    /// minute's.
    @Override
    public void readBack(RunCollection run, RecordSpan span) {
      addUp(run, span);
      if (run.unkept() >= INTERVALS_AT_ONCE) {
        keepClosedNow(run);
      }
    }

    @Override
    public void opened(RunCollection run) {
      runs.put(run.plan().runId(), run);
      keepClosed(run);
      observer.progressed(run.progress());
    }

    @Override
    public void unreadable(String runId) {
      observer.progressed(RunProgress.none(runId));
    }
  }

  /// Forgets a run whose final document is made. Records that come later are still stored.
  public void close(String runId) {
    executor.execute(() -> {
      runs.remove(runId);
      reopening.abandon(runId);
    });
  }

  /// From now on a run's intervals wait for the records of these agents only.
  public void reachable(String runId, Set<String> agents) {
    executor.execute(() -> {
      if (runs.get(runId) instanceof RunCollection run) {
        run.aggregate().reachable(agents);
        keepClosed(run);
      } else {
        reopening.of(runId).ifPresent(run -> run.reachable(agents));
      }
    });
  }

  /// Looks at the sums of a run, as soon as it is open. Empty if it is neither open nor being
  /// opened.
  public <T> CompletableFuture<Optional<T>> look(String runId, Function<RunAggregate, T> question) {
    CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
    executor.execute(() ->
        reopening
            .of(runId)
            .ifPresentOrElse(
                run -> run.whenOpen(() -> lookNow(runId, question, answer)),
                () -> lookNow(runId, question, answer)));
    return answer;
  }

  private <T> void lookNow(
      String runId, Function<RunAggregate, T> question, CompletableFuture<Optional<T>> answer) {
    try {
      answer.complete(
          Optional.ofNullable(runs.get(runId)).map(run -> question.apply(run.aggregate())));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  /// Queues records. False if the queue is full: none were taken, and the agent has to send them
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
    if (batch.isEmpty()) {
      tell();
    } else {
      take(batch);
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

  private void take(List<Delivery> deliveries) {
    List<Checked> whole = new ArrayList<>();
    Map<String, Optional<RunPlan>> plans = new HashMap<>();
    try {
      deliveries.forEach(delivery -> checkInto(whole, delivery, plans));
    } catch (StoreException e) {
      tell();
      retry.later(executor, () -> take(deliveries));
      return;
    } catch (RuntimeException | Error e) {
      LOG.error("{} deliveries of records could not be checked", deliveries.size(), e);
    }
    keep(Part.of(whole), this::drain);
  }

  /// Records that are stored in one transaction.
  private record Part(List<Checked> checked, Batch batch) {
    static Part of(List<Checked> checked) {
      return new Part(checked, new Batch(checked.stream().map(Checked::arrival).toList()));
    }

    Part half(int from, int to) {
      return of(checked.subList(from, to));
    }
  }

  /// Stores records, adds them up and acknowledges them; tries again until that succeeds. If the
  /// store refuses their content, the bad records are found by bisection and quarantined, so that
  /// one record cannot hold up all others.
  ///
  /// @param then run afterwards
  private void keep(Part part, Runnable then) {
    try {
      List<Arrival.Result> results = store.records.addAll(part.batch());
      stored(part.checked(), results);
      executor.execute(then);
    } catch (StoreException.Refused e) {
      int count = part.checked().size();
      if (count == 1) {
        quarantine(part.checked().getFirst(), "" + e.getMessage());
        executor.execute(then);
      } else {
        keep(part.half(0, count / 2), () -> keep(part.half(count / 2, count), then));
      }
    } catch (StoreException e) {
      tell();
      retry.later(executor, () -> keep(part, then));
    } catch (RuntimeException | Error e) {
      // Not acknowledged, so nothing is lost; but these records must not hold up all others.
      LOG.error("{} records could not be taken in", part.checked().size(), e);
      executor.execute(then);
    }
  }

  private void quarantine(Checked one, String reason) {
    String why = RecordCheck.shown(reason);
    observer.refused(one.from().agent(), "a quarantined record: " + why);
    try {
      store.records.quarantine(one.arrival().sealed(), why);
      if (runs.get(one.record().key().runId()) instanceof RunCollection run) {
        run.conflict(new Conflict(one.record().key(), why));
      }
    } catch (StoreException.Refused e) {
      // The observer has reported it, and bounds how often it does.
      LOG.debug("a record of {} cannot even be quarantined", one.from().agent(), e);
    } catch (StoreException e) {
      LOG.debug("a record of {} is quarantined when it comes again", one.from().agent(), e);
    }
  }

  private void stored(List<Checked> whole, List<Arrival.Result> results) {
    Set<RunCollection> touched = new LinkedHashSet<>();
    Set<String> late = new LinkedHashSet<>();
    for (int i = 0; i < results.size(); i++) {
      IntervalRecord record = whole.get(i).record();
      String runId = record.key().runId();
      Optional<RunReading> reading = reopening.of(runId);
      if (runs.get(runId) instanceof RunCollection run) {
        addUp(run, record, results.get(i));
        touched.add(run);
      } else if (reading.isPresent()) {
        reading.get().stored(record, results.get(i) == Arrival.Result.STORED);
      } else if (results.get(i) == Arrival.Result.STORED) {
        late.add(runId);
      }
    }
    acknowledge(whole);
    touched.forEach(this::keepClosed);
    late.forEach(observer::late);
    untold.addAll(touched);
    untoldRecords += results.size();
    if (untoldRecords >= MAX_BATCH) {
      tell();
    }
  }

  /// Called once for many records, since a thousand agents send theirs in small deliveries.
  private void tell() {
    untold.forEach(run -> observer.progressed(run.progress()));
    untold.clear();
    untoldRecords = 0;
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
        case RecordCheck.Verdict.Stranger(String sentence) -> {
          observer.refused(delivery.agent(), sentence);
          observer.unknown(delivery.agent(), sealed.key().runId());
        }
      }
    }
  }

  private Optional<RunPlan> plan(String runId) {
    if (runs.get(runId) instanceof RunCollection run) {
      return Optional.of(run.plan());
    }
    return reopening.of(runId).map(RunReading::plan).or(() -> observer.find(runId));
  }

  private static void addUp(RunCollection run, IntervalRecord record, Arrival.Result result) {
    run.stored(StreamKey.of(record.key()), record.key().seq(), 1);
    switch (result) {
      case STORED -> addUp(run, RecordSpan.of(record));
      case DUPLICATE -> run.aggregate().repeated(1);
      case CONFLICT -> run.conflict(new Conflict(record.key(), Conflict.OTHER_BYTES));
    }
  }

  /// A record that cannot be added up affects its own run only.
  private static void addUp(RunCollection run, RecordSpan span) {
    RecordKey key = span.record().key();
    try {
      run.add(span);
    } catch (RuntimeException e) {
      LOG.error("record {} cannot be added up", key, e);
      run.conflict(new Conflict(key, Conflict.NO_SUM));
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
      Runnable now = () -> acknowledge(stream, seqs.getOrDefault(stream, new TreeSet<>()), acks);
      reopening.of(stream.runId()).ifPresentOrElse(run -> run.whenTracked(now), now);
    });
  }

  private void acknowledge(StreamKey stream, TreeSet<Long> seqs, Acks acks) {
    long through = through(stream);
    List<Range> beyond = ranges(seqs.tailSet(through, false));
    if (through >= 0 || !beyond.isEmpty()) {
      acks.ack(
          new Message.Ack(stream.runId(), stream.incarnation(), stream.stream(), through, beyond));
    }
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
    Optional<RunReading> reading = reopening.of(stream.runId());
    if (reading.isPresent()) {
      return reading.get().through(stream);
    }
    try {
      return store.records.streams(stream.runId()).stream()
          .filter(state -> state.key().equals(stream))
          .mapToLong(StreamState::through)
          .findFirst()
          .orElse(-1);
    } catch (StoreException e) {
      // Not acknowledged, so it comes again.
      return -1;
    }
  }

  /// Stores closed intervals. If that fails their records are safe: they are durable already.
  private void keepClosed(RunCollection run) {
    retry.orLater(executor, () -> keepClosedNow(run));
  }

  private void keepClosedNow(RunCollection run) {
    String runId = run.plan().runId();
    for (List<IntervalDocument> closed = run.closed(INTERVALS_AT_ONCE);
        !closed.isEmpty();
        closed = run.closed(INTERVALS_AT_ONCE)) {
      List<IntervalDocument> next = closed;
      try {
        events.add(
            numbers -> store.runs.addIntervals(runId, entries(next, numbers), run.doubtful()),
            changed -> observer.closed(runId, changed));
      } catch (StoreException e) {
        run.doubted();
        throw e;
      }
      run.kept(closed.size());
    }
  }

  private List<Entry> entries(List<IntervalDocument> closed, LongSupplier numbers) {
    return closed.stream()
        .map(document ->
            new Entry(document.index(), numbers.getAsLong(), json.writeValueAsString(document)))
        .toList();
  }
}
