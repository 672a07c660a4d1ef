package dev.broadside.bench.peers;

import dev.broadside.client.link.DialFailure;
import dev.broadside.client.link.Dialer;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// An agent without a worker: it does as it is told at once, and sends a record at the end of each
/// interval. Its methods are called by the link's thread; each run has a thread of its own.
public final class SimulatedAgent implements Dialer.Outcome, Link.Listener {
  private final String name;
  private final SystemTime time;
  private final Observer observer;
  private final Codec codec = new Codec();
  private final CompletableFuture<Link> connected = new CompletableFuture<>();
  private Optional<Plan> plan = Optional.empty();
  private long generation;

  /// The interval ends of the present run, by sequence number, and how many are acknowledged.
  private long[] endEpochNanos = new long[0];

  private int acknowledged;

  /// Who hears how it goes, from several threads.
  public interface Observer {
    /// A share's records of a run.
    SampleRecords records(RunAxis axis);

    /// A run was told to begin.
    void begins(String runId, long startEpochNanos);

    /// A record was acknowledged so long after its interval's end.
    void acknowledged(long lagNanos);

    /// An agent's link was closed.
    void closed(String agent, String reason);
  }

  public SimulatedAgent(String name, SystemTime time, Observer observer) {
    this.name = name;
    this.time = time;
    this.observer = observer;
  }

  /// Completes when the server has taken it in.
  public CompletableFuture<Link> connected() {
    return connected;
  }

  @Override
  public Link.Listener opened(Link link) {
    link.send(new Message.Hello(Message.PROTOCOL, name, "1", "bench", Map.of(), Map.of()));
    connected.complete(link);
    return this;
  }

  @Override
  public void failed(DialFailure failure) {
    connected.completeExceptionally(new IllegalStateException(failure.sentence()));
  }

  @Override
  public void closed(String reason) {
    observer.closed(name, reason);
  }

  @Override
  public void received(Message message) {
    switch (message) {
      case Message.Ping(long nonce) -> send(new Message.Pong(nonce, time.epochNanos()));
      case Message.Ack ack -> acknowledge(ack.throughSeq());
      case ShareOrder order -> follow(order);
      case Message.Refused(String sentence, _) -> System.err.println("bench: " + sentence);
      case Message.FromServer _, Message.FromAgent _, Message.Pong _ -> {}
    }
  }

  private void send(Message message) {
    connected.join().send(message);
  }

  private synchronized void acknowledge(long throughSeq) {
    long now = time.epochNanos();
    for (; acknowledged <= throughSeq; acknowledged++) {
      observer.acknowledged(now - endEpochNanos[acknowledged]);
    }
  }

  private void follow(ShareOrder order) {
    boolean newRun = plan.stream().noneMatch(known -> known.runId().equals(order.runId()));
    if (!newRun && order.generation() <= generation) {
      return;
    }
    generation = order.generation();
    switch (order.goal()) {
      case ShareGoal.Prepare(Plan next) -> {
        plan = Optional.of(next);
        report(order, new ShareStatus.Forked(Map.of()));
        if (next.slice().first()) {
          report(order, new ShareStatus.Prepared(Facts.NONE));
          report(order, new ShareStatus.Ready(0, 1));
        }
      }
      case ShareGoal.Load _, ShareGoal.Open _ -> report(order, new ShareStatus.Ready(0, 1));
      case ShareGoal.Run(long start, var _) ->
          Thread.ofVirtual().name(name).start(() -> run(order, start));
      case ShareGoal.Stop _, ShareGoal.Resume _ -> report(order, new ShareStatus.Finished(-1));
      case ShareGoal.Verify _ -> report(order, new ShareStatus.Verified(Verification.NONE));
      case ShareGoal.Release _ -> report(order, new ShareStatus.Released());
    }
  }

  private void report(ShareOrder order, ShareStatus status) {
    send(new Message.ShareReport(order.runId(), generation, status));
  }

  private void run(ShareOrder order, long startEpochNanos) {
    RunAxis axis = plan.orElseThrow().spec().axis();
    forgetRun(axis, startEpochNanos);
    observer.begins(order.runId(), startEpochNanos);
    SampleRecords records = observer.records(axis);
    report(order, new ShareStatus.Running(startEpochNanos));
    try {
      long originNanos = time.nanos() + startEpochNanos - time.epochNanos();
      for (int i = 0; i < axis.intervals(); i++) {
        time.sleepUntil(originNanos + axis.endNanos(i));
        boolean last = i == axis.intervals() - 1;
        send(
            new Message.Records(List.of(codec.seal(records.record(order.runId(), name, i, last)))));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    report(order, new ShareStatus.Finished(axis.intervals() - 1L));
  }

  private synchronized void forgetRun(RunAxis axis, long startEpochNanos) {
    acknowledged = 0;
    endEpochNanos = new long[axis.intervals()];
    for (int i = 0; i < endEpochNanos.length; i++) {
      endEpochNanos[i] = startEpochNanos + axis.endNanos(i);
    }
  }
}
