package dev.broadside.client.agent;

import dev.broadside.client.link.LinkServer;
import dev.broadside.core.job.Plan;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A server that takes one share of one job from fork to release over real sockets, as the protocol
/// has it: the newest order is said again on each connection, and records are kept once by their
/// number.
final class ScriptedServer {
  private final Codec codec = new Codec();
  private final Plan plan;
  private final byte[] pack;
  private final boolean cutsOnce;
  private final Map<RecordKey, IntervalRecord> records =
      new TreeMap<>(
          Comparator.comparingLong(RecordKey::incarnation).thenComparingLong(RecordKey::seq));
  private final List<ShareStatus> statuses = new ArrayList<>();
  private final List<Message.Hello> hellos = new ArrayList<>();
  private final CompletableFuture<ShareStatus> broken = new CompletableFuture<>();
  private final CompletableFuture<ShareStatus> released = new CompletableFuture<>();
  private ShareGoal goal;
  private long generation = 1;
  private boolean cut;

  /// @param cutsOnce whether the connection is cut when the second record comes
  public ScriptedServer(Plan plan, byte[] pack, boolean cutsOnce) {
    this.plan = plan;
    this.pack = pack;
    this.cutsOnce = cutsOnce;
    this.goal = new ShareGoal.Prepare(plan);
  }

  /// Lets every agent in.
  static LinkServer.Answer join(String body) {
    return body.contains("\"secret\":\"good\"")
        ? new LinkServer.Answer(200, "{\"credential\":\"" + LinkServer.CREDENTIAL + "\"}")
        : new LinkServer.Answer(403, "{\"detail\":\"This token is used.\"}");
  }

  Link.Listener accept(Link link) {
    return new Link.Listener() {
      @Override
      public void received(Message message) {
        heard(link, message);
      }

      @Override
      public void closed(String reason) {}
    };
  }

  private synchronized void heard(Link link, Message message) {
    switch (message) {
      case Message.Hello hello -> {
        hellos.add(hello);
        link.send(new Message.Welcome(Message.PROTOCOL, "test", 200, hello.agent()));
        order(link);
      }
      case Message.Ping ping -> link.send(new Message.Pong(ping.nonce(), epochNanos()));
      case Message.PackRequest request -> sendPack(link, request);
      case Message.Records some -> some.records().forEach(record -> keep(link, record));
      case Message.ShareReport report -> heardStatus(link, report.status());
      default -> {}
    }
  }

  private static long epochNanos() {
    return System.currentTimeMillis() * 1_000_000;
  }

  private void order(Link link) {
    link.send(new Message.ShareOrder(plan.runId(), generation, goal));
  }

  private void sendPack(Link link, Message.PackRequest request) {
    int from = (int) request.offset();
    byte[] piece = Arrays.copyOfRange(pack, from, Math.min(pack.length, from + 1_000));
    link.send(new Message.PackChunk(request.sha256(), from, pack.length, piece));
  }

  private void keep(Link link, SealedRecord sealed) {
    if (cutsOnce && !cut && sealed.key().seq() == 1) {
      cut = true;
      link.close();
      return;
    }
    try {
      records.put(sealed.key(), codec.open(sealed));
      notifyAll();
    } catch (ProtocolException e) {
      throw new AssertionError(e);
    }
    link.send(
        new Message.Ack(
            plan.runId(), sealed.key().incarnation(), sealed.key().stream(), sealed.key().seq()));
  }

  private void heardStatus(Link link, ShareStatus status) {
    if (!statuses.isEmpty() && statuses.getLast().equals(status)) {
      return;
    }
    statuses.add(status);
    switch (status) {
      case ShareStatus.Ready _ -> next(link, new ShareGoal.Run(epochNanos() + 300_000_000));
      case ShareStatus.Finished _ -> next(link, new ShareGoal.Verify(Totals.NONE, List.of(), List.of(), true));
      case ShareStatus.Verified _ -> next(link, new ShareGoal.Release());
      case ShareStatus.Released _ -> released.complete(status);
      case ShareStatus.Broken _, ShareStatus.Rejected _ -> broken.complete(status);
      case ShareStatus.Underway _, ShareStatus.Unclaimed _ -> {}
    }
  }

  private void next(Link link, ShareGoal wanted) {
    goal = wanted;
    generation++;
    order(link);
  }

  /// Waits until the share has gone its whole way.
  void awaitReleased() throws Exception {
    CompletableFuture.anyOf(released, broken).get(2, TimeUnit.MINUTES);
    if (broken.isDone()) {
      throw new AssertionError(broken.get().toString());
    }
  }

  /// Waits until the share is broken.
  ShareStatus.Broken awaitBroken() throws Exception {
    return (ShareStatus.Broken) broken.get(2, TimeUnit.MINUTES);
  }

  /// Waits until so many records are here.
  synchronized List<IntervalRecord> awaitRecords(long count) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (records.size() < count) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("only " + records.size() + " of " + count + " records came");
      }
      wait(left);
    }
    return records();
  }

  synchronized List<IntervalRecord> records() {
    return List.copyOf(records.values());
  }

  synchronized List<ShareStatus> statuses() {
    return List.copyOf(statuses);
  }

  synchronized List<Message.Hello> hellos() {
    return List.copyOf(hellos);
  }
}
