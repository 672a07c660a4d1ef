package dev.broadside.client.share;

import dev.broadside.core.job.Plan;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All shares of this agent. Passes the server's messages to the share that they are for, or to the
/// records of a share that is gone. Called on the agent's own thread.
public final class Shares {
  /// How soon to look again whether the server's clock is known.
  private static final Duration LOOK = Duration.ofMillis(100);

  private final SlewedTime time;
  private final Executor loop;
  private final UnclaimedRecords unclaimed;
  private final Consumer<Message> server;
  private final ShareTools tools;
  private final Map<String, ShareDriver> live = new HashMap<>();
  private final Map<String, Time.Timer> leases = new HashMap<>();

  /// Orders that wait for the server's clock.
  private final Map<String, Message.ShareOrder> early = new HashMap<>();

  private boolean connected;
  private boolean leaving;

  /// @param time of the runs, which is to follow the server's
  /// @param tools makes the tools, which ask these shares for the packs in use and tell them which
  ///   share is gone
  public Shares(
      SlewedTime time,
      Executor loop,
      UnclaimedRecords unclaimed,
      Consumer<Message> server,
      Function<Shares, ShareTools> tools) {
    this.time = time;
    this.loop = loop;
    this.unclaimed = unclaimed;
    this.server = server;
    this.tools = tools.apply(this);
  }

  /// The packs of all shares.
  public Set<String> packs() {
    return live.values().stream().map(ShareDriver::pack).collect(Collectors.toSet());
  }

  /// A share is gone.
  public void forget(String runId) {
    live.remove(runId);
    Optional.ofNullable(leases.remove(runId)).ifPresent(Time.Timer::cancel);
  }

  /// Lets the clock of all runs follow the server's.
  public void followServer() {
    tools
        .clock()
        .follow(time)
        .ifPresent(nanos -> live.values().forEach(share -> share.slew(nanos)));
  }

  /// What the server wants of one share.
  public void order(Message.ShareOrder order) {
    early.remove(order.runId());
    boolean unknown = order.goal() instanceof ShareGoal.Stop stop && stop.unknownRun();
    if (unknown || live.containsKey(order.runId())) {
      obey(order);
    } else {
      unclaimed.openAndSend(order.runId(), () -> obey(order));
    }
  }

  private void obey(Message.ShareOrder order) {
    ShareDriver share = live.get(order.runId());
    if (share != null) {
      share.order(order);
      return;
    }
    switch (order.goal()) {
      case ShareGoal.Prepare _ when leaving ->
          report(order, new ShareStatus.Broken("the agent is being stopped", "", -1));
      case ShareGoal.Prepare(Plan plan) ->
          begin(order, new ShareDriver(plan, order.generation(), tools, connected));
      case ShareGoal.Resume _ when leaving -> {
        // The order is for the next agent of this folder.
      }
      case ShareGoal.Resume _ when !tools.clock().known() ->
          // It is one of the first messages on a connection, and has a moment on the server's
          // clock.
          later(order);
      case ShareGoal.Resume(Plan plan, Facts facts, long start) ->
          begin(order, resumed(order, plan, facts, start));
      case ShareGoal.Release _ ->
          unclaimed.putAway(order.runId(), () -> report(order, new ShareStatus.Released()));
      case ShareGoal.Stop stop when stop.unknownRun() ->
          unclaimed.putAway(order.runId(), () -> report(order, kept(order.runId())));
      case ShareGoal.Load _,
          ShareGoal.Open _,
          ShareGoal.Run _,
          ShareGoal.Stop _,
          ShareGoal.Verify _ ->
          report(
              order,
              new ShareStatus.Broken(
                  "the agent was restarted and does not have this share any more",
                  "",
                  unclaimed.lastSeq(order.runId()).orElse(-1),
                  true));
    }
  }

  private ShareStatus kept(String runId) {
    List<UnclaimedFolder.Note> kept = unclaimed.kept(runId);
    return kept.stream()
        .map(UnclaimedFolder.Note::since)
        .min(Comparator.naturalOrder())
        .<ShareStatus>map(since ->
            new ShareStatus.Unclaimed(
                kept.stream().mapToLong(UnclaimedFolder.Note::records).sum(), since.toEpochMilli()))
        .orElseGet(ShareStatus.Released::new);
  }

  /// Obeys an order when the server's clock may be known, unless a newer order comes before.
  private void later(Message.ShareOrder order) {
    early.put(order.runId(), order);
    Runnable then =
        () -> {
          if (early.remove(order.runId(), order)) {
            obey(order);
          }
        };
    time.runIn(LOOK, () -> loop.execute(then));
  }

  private ShareDriver resumed(Message.ShareOrder order, Plan plan, Facts facts, long start) {
    Plan known = plan.after(plan.former().with(unclaimed.before(order.runId())));
    ShareGoal.Resume goal = new ShareGoal.Resume(known, facts, start);
    return new ShareDriver(goal, order.generation(), tools, connected);
  }

  private void begin(Message.ShareOrder order, ShareDriver share) {
    live.put(order.runId(), share);
    share.begin();
  }

  private void report(Message.ShareOrder order, ShareStatus status) {
    server.accept(new Message.ShareReport(order.runId(), order.generation(), status));
  }

  /// The server has stored records.
  public void acknowledged(Message.Ack ack) {
    ShareDriver share = live.get(ack.runId());
    if (share != null) {
      share.acknowledged(ack);
    }
    unclaimed.acknowledged(ack);
  }

  public void connected() {
    connected = true;
    endLeases();
    live.values().forEach(ShareDriver::connected);
    unclaimed.connected();
  }

  public void disconnected() {
    connected = false;
    live.values().forEach(ShareDriver::disconnected);
    unclaimed.disconnected();
    endLeases();
    live.forEach((run, share) ->
        leases.put(run, time.runIn(share.lease(), () -> loop.execute(() -> leaseExpired(share)))));
  }

  private void endLeases() {
    leases.values().forEach(Time.Timer::cancel);
    leases.clear();
  }

  private void leaseExpired(ShareDriver share) {
    if (!connected) {
      share.leaseOver("the server had been away for too long");
    }
  }

  /// Another process has this agent's name, and the server listens to that one: it has taken these
  /// shares up, or will, and two must not load for one.
  public void displaced() {
    List.copyOf(live.values())
        .forEach(share -> share.leaseOver("another process had this agent's name and its share"));
  }

  /// Lets every share end in good order, and takes no new ones.
  ///
  /// @param then runs when all have
  public void leave(Runnable then) {
    leaving = true;
    List<ShareDriver> all = List.copyOf(live.values());
    Countdown countdown = new Countdown(all.size(), then);
    all.forEach(share -> share.leave(countdown::one));
  }

  /// Kills every worker and closes its records on disk, for the next agent of this data folder to
  /// send.
  ///
  /// @param then runs when all are safe
  public void shutDown(Runnable then) {
    endLeases();
    List<ShareDriver> all = List.copyOf(live.values());
    Countdown countdown = new Countdown(all.size(), then);
    all.forEach(share -> share.shutDown(countdown::one));
  }
}
