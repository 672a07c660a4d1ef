package dev.broadside.client.share;

import dev.broadside.client.spool.Spool;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/// Carries one incarnation's records from its worker through the spool to the server: durable
/// first, then sent, then kept until acknowledged.
///
/// All records that arrive while the disk is busy are made durable by one flush. At most
/// [#WINDOW_BYTES] are under way to the server; each acknowledgement lets more follow, and if none
/// comes for [#RESEND_AFTER] everything is sent again.
///
/// If the spool is full or the disk fails, records wait in memory, in order, and the disk is tried
/// again after [#RETRY_AFTER]; nothing is dropped, and what is durable is sent all the same. After
/// [#WAITING_BYTES] of them [#offer] waits, and so does the worker's sealer in the end; its load
/// threads never do.
///
/// Everything but [#offer] returns at once, and is done by the given executor, which runs one task
/// at a time.
public final class RecordRelay implements ShareRecords {
  private static final int WINDOW_BYTES = 1 << 20;

  /// Small, so that control messages need not wait long for a batch to be sent.
  private static final int BATCH_BYTES = 16 * 1024;

  private static final int WAITING_BYTES = 64 << 20;
  private static final int STORED_AT_ONCE = 64;
  private static final Duration RESEND_AFTER = Duration.ofSeconds(30);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Spool spool;
  private final Executor disk;
  private final Consumer<Message> server;
  private final Consumer<String> log;

  private final Queue<SealedRecord> arrivals = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean settleDue = new AtomicBoolean();
  private final Semaphore room = new Semaphore(WAITING_BYTES);

  private final Deque<SealedRecord> waiting = new ArrayDeque<>();
  private final Deque<SealedRecord> underWay = new ArrayDeque<>();
  private final Alarm retry;
  private final Alarm resend;
  private long underWayBytes;
  private long nextPosition;
  private boolean connected;
  private boolean stuck;
  private boolean ended;

  /// @param disk runs what touches the spool, one task at a time
  /// @param server takes messages to the server, as long as there is a connection
  /// @param log takes a line for people
  RecordRelay(
      Spool spool, Executor disk, Time time, Consumer<Message> server, Consumer<String> log) {
    this.spool = spool;
    this.disk = disk;
    this.server = server;
    this.log = log;
    this.retry = new Alarm(time, disk, RETRY_AFTER, this::settle);
    this.resend = new Alarm(time, disk, RESEND_AFTER, this::sendFromOldest);
  }

  @Override
  public void offer(List<SealedRecord> records) {
    for (SealedRecord record : records) {
      room.acquireUninterruptibly(record.bytes().length);
      arrivals.add(record);
    }
    if (settleDue.compareAndSet(false, true)) {
      disk.execute(this::settle);
    }
  }

  /// Takes what has arrived, makes durable what the disk takes, and sends what may be sent.
  private void settle() {
    settleDue.set(false);
    takeArrivals();
    if (ended) {
      dropWaiting();
      return;
    }
    store();
    pump();
  }

  private void store() {
    while (!retry.isSet() && !waiting.isEmpty()) {
      List<SealedRecord> chunk = waiting.stream().limit(STORED_AT_ONCE).toList();
      if (append(chunk)) {
        chunk.forEach(_ -> room.release(waiting.removeFirst().bytes().length));
      } else {
        retry.set();
      }
    }
  }

  private void takeArrivals() {
    for (SealedRecord next = arrivals.poll(); next != null; next = arrivals.poll()) {
      waiting.addLast(next);
    }
  }

  private boolean append(List<SealedRecord> chunk) {
    try {
      if (!spool.append(chunk)) {
        stuck("the spool is full, so records wait in memory until the server takes some");
        return false;
      }
      if (stuck) {
        stuck = false;
        log.accept("the spool takes records again; none was lost");
      }
      return true;
    } catch (IOException e) {
      stuck("the spool cannot be written, so records wait in memory: " + e.getMessage());
      return false;
    }
  }

  private void stuck(String line) {
    if (!stuck) {
      stuck = true;
      log.accept(line);
    }
  }

  @Override
  public void connected() {
    disk.execute(() -> {
      connected = true;
      sendFromOldest();
    });
  }

  @Override
  public void disconnected() {
    disk.execute(() -> {
      connected = false;
      resend.clear();
    });
  }

  /// Sends everything that is not acknowledged, whether or not it was sent before.
  private void sendFromOldest() {
    resend.clear();
    nextPosition = 0;
    underWay.clear();
    underWayBytes = 0;
    pump();
  }

  private void pump() {
    if (!connected || ended) {
      return;
    }
    while (underWayBytes < WINDOW_BYTES) {
      Spool.Batch batch = spool.read(nextPosition, BATCH_BYTES);
      batch.unreadable().forEach(this::missing);
      if (batch.next() == nextPosition) {
        break;
      }
      nextPosition = batch.next();
      if (!batch.records().isEmpty()) {
        send(batch.records());
      }
    }
    if (spool.unacknowledged() > 0) {
      resend.set();
    }
  }

  private void missing(String sentence) {
    log.accept(
        sentence + "; the other records are sent; this one stays on disk and is read again later");
  }

  private void send(List<SealedRecord> records) {
    server.accept(new Message.Records(records));
    underWay.addAll(records);
    underWayBytes += bytes(records);
  }

  private static long bytes(Collection<SealedRecord> records) {
    return records.stream().mapToLong(record -> record.bytes().length).sum();
  }

  @Override
  public void acknowledged(Message.Ack ack) {
    disk.execute(() -> forget(ack));
  }

  private void forget(Message.Ack ack) {
    if (ended) {
      return;
    }
    try {
      if (!spool.acknowledge(ack)) {
        return;
      }
    } catch (IOException e) {
      log.accept("a file of the spool cannot be deleted: " + e.getMessage());
    }
    underWay.removeIf(record -> ack.covers(record.key().stream(), record.key().seq()));
    underWayBytes = bytes(underWay);
    resend.clear();
    settle();
  }

  @Override
  public void conclude(
      Function<Optional<SealedRecord>, Optional<SealedRecord>> closing, Consumer<Long> then) {
    disk.execute(() -> {
      takeArrivals();
      // No room is acquired for it: no record follows it.
      closing.apply(newest()).ifPresent(waiting::addLast);
      // Perhaps the agent ends, and this is the last chance.
      retry.clear();
      settle();
      then.accept(newest().map(record -> record.key().seq()).orElse(-1L));
    });
  }

  private Optional<SealedRecord> newest() {
    return Optional.ofNullable(waiting.peekLast()).or(spool::newest);
  }

  @Override
  public void ifAllStored(Runnable then) {
    disk.execute(() -> {
      if (arrivals.isEmpty() && waiting.isEmpty()) {
        then.run();
      }
    });
  }

  /// Calls back if the server has all records except damaged ones.
  void ifAllAcknowledged(Runnable then) {
    disk.execute(() -> {
      if (!ended && waiting.isEmpty() && spool.unacknowledged() == 0) {
        then.run();
      }
    });
  }

  @Override
  public void ifAllDelivered(Runnable then) {
    disk.execute(() -> {
      if (!ended && waiting.isEmpty() && spool.unacknowledged() == spool.unreadable()) {
        then.run();
      }
    });
  }

  private boolean nothingLeft() {
    return spool.unacknowledged() == 0 && waiting.isEmpty() && spool.damage().isEmpty();
  }

  @Override
  public void discard(Consumer<Optional<Left>> then) {
    disk.execute(() -> {
      if (ended) {
        return;
      }
      takeArrivals();
      retry.clear();
      connected = false;
      settle();
      Optional<Left> left =
          nothingLeft()
              ? Optional.empty()
              : Optional.of(new Left(spool.unacknowledged(), why(), waiting.size()));
      end();
      try {
        if (left.isPresent()) {
          spool.close();
        } else {
          spool.delete();
        }
      } catch (IOException e) {
        log.accept("the spool's files cannot be closed or deleted: " + e.getMessage());
      }
      then.accept(left);
    });
  }

  private String why() {
    return spool.damage().isEmpty()
        ? "no server had acknowledged them"
        : "damaged: " + String.join("; ", spool.damage());
  }

  @Override
  public void close(Runnable then) {
    disk.execute(() -> {
      takeArrivals();
      boolean delivered = nothingLeft();
      end();
      try {
        if (delivered) {
          spool.delete();
        } else {
          spool.close();
        }
      } catch (IOException e) {
        log.accept("the spool's files cannot be closed or deleted: " + e.getMessage());
      }
      then.run();
    });
  }

  private void end() {
    ended = true;
    retry.clear();
    resend.clear();
    takeArrivals();
    dropWaiting();
  }

  private void dropWaiting() {
    waiting.forEach(record -> room.release(record.bytes().length));
    waiting.clear();
  }
}
