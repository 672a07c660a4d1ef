package dev.broadside.client.share;

import dev.broadside.core.job.Plan;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Every share of this agent, live ones and those that an earlier agent left behind: passes on what
/// the server says to the one that is meant. Called on the agent's own thread.
public final class Shares {
  /// Load goes on for this long without a server; then nobody answers for it any more.
  static final Duration LEASE = Duration.ofHours(1);

  private final Time time;
  private final Executor loop;
  private final FormerShares former;
  private final Consumer<Message> server;
  private final ShareTools tools;
  private final Map<String, ShareDriver> live = new HashMap<>();
  private Time.Timer lease = () -> {};
  private boolean connected;
  private boolean leaving;

  /// @param tools made with these shares, which they ask for the packs in use, and tell what is
  ///   gone
  public Shares(
      Time time,
      Executor loop,
      FormerShares former,
      Consumer<Message> server,
      Function<Shares, ShareTools> tools) {
    this.time = time;
    this.loop = loop;
    this.former = former;
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
  }

  /// What the server wants of one share.
  public void order(Message.ShareOrder order) {
    boolean unknown = order.goal() instanceof ShareGoal.Stop stop && stop.unknownRun();
    if (unknown || live.containsKey(order.runId()) || former.kept(order.runId()).isEmpty()) {
      obey(order);
    } else {
      former.putBack(order.runId(), () -> obey(order));
    }
  }

  private void obey(Message.ShareOrder order) {
    ShareDriver share = live.get(order.runId());
    if (share != null) {
      share.order(order.generation(), order.goal());
      return;
    }
    switch (order.goal()) {
      case ShareGoal.Fork _ when leaving ->
          report(order, new ShareStatus.Broken("the agent is being stopped", "", -1));
      case ShareGoal.Fork(Plan plan) -> begin(order, plan);
      case ShareGoal.Release _ ->
          former.release(order.runId(), _ -> report(order, new ShareStatus.Released()));
      case ShareGoal.Stop stop when stop.unknownRun() ->
          former.release(order.runId(), _ -> report(order, kept(order.runId())));
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
                  former.lastSeq(order.runId()).orElse(-1)));
    }
  }

  private ShareStatus kept(String runId) {
    List<Quarantine.Kept> kept = former.kept(runId);
    return kept.stream()
        .map(Quarantine.Kept::since)
        .min(Comparator.naturalOrder())
        .<ShareStatus>map(since ->
            new ShareStatus.SetAside(
                kept.stream().mapToLong(Quarantine.Kept::records).sum(), since.toEpochMilli()))
        .orElseGet(ShareStatus.Released::new);
  }

  private void begin(Message.ShareOrder order, Plan plan) {
    ShareDriver share = new ShareDriver(plan, order.generation(), tools, connected);
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
    former.acknowledged(ack);
  }

  public void connected() {
    connected = true;
    lease.cancel();
    live.values().forEach(ShareDriver::connected);
    former.connected();
  }

  public void disconnected() {
    connected = false;
    live.values().forEach(ShareDriver::disconnected);
    former.disconnected();
    lease.cancel();
    lease = time.runIn(LEASE, () -> loop.execute(this::leaseExpired));
  }

  private void leaseExpired() {
    if (!connected) {
      live.values().forEach(ShareDriver::leaseOver);
    }
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
    lease.cancel();
    List<ShareDriver> all = List.copyOf(live.values());
    Countdown countdown = new Countdown(all.size(), then);
    all.forEach(share -> share.shutDown(countdown::one));
  }
}
