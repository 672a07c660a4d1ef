package dev.broadside.client.share;

import dev.broadside.client.spool.Spool;
import dev.broadside.client.spool.SpoolQuota;
import dev.broadside.core.job.Plan;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Everything that earlier agents of this data folder left behind. Their records are sent until the
/// server has them; then their files go. Called on the agent's own thread.
public final class FormerShares {
  private static final Logger LOG = LoggerFactory.getLogger(FormerShares.class);

  private final DataFolder data;
  private final SpoolQuota quota;
  private final Time time;
  private final Executor loop;
  private final Function<String, Executor> threads;
  private final Consumer<Message> server;
  private final List<Former> all = new ArrayList<>();
  private final Map<String, Plan.Former> before = new HashMap<>();
  private final Set<Long> told = new HashSet<>();
  private boolean connected;

  private record Former(FormerShare share, RecordRelay relay, LogOutlet log) {}

  private FormerShares(
      DataFolder data,
      SpoolQuota quota,
      Time time,
      Executor loop,
      Function<String, Executor> threads,
      Consumer<Message> server) {
    this.data = data;
    this.quota = quota;
    this.time = time;
    this.loop = loop;
    this.threads = threads;
    this.server = server;
  }

  /// Takes over what lies in the folder. Waits for leftover workers to die, so it is called before
  /// anything else runs.
  ///
  /// @param threads makes an executor of a name that runs one task at a time
  public static FormerShares adopt(
      DataFolder data,
      SpoolQuota quota,
      Time time,
      Executor loop,
      Function<String, Executor> threads,
      Consumer<Message> server)
      throws IOException, InterruptedException {
    FormerShares former = new FormerShares(data, quota, time, loop, threads, server);
    List<ShareHome> homes = data.leftHomes();
    data.dropStaleCounters(homes);
    for (ShareHome home : homes) {
      former.open(home).ifPresent(former::add);
    }
    return former;
  }

  private Optional<FormerShare> open(ShareHome home) throws InterruptedException {
    try {
      return FormerShare.adopt(home, Spool.open(data.disk(), home.folder(), quota));
    } catch (IOException e) {
      LOG.warn("{} is left as it is: {}", home.folder(), e.getMessage());
      return Optional.empty();
    }
  }

  private void add(FormerShare share) {
    Executor files = threads.apply("spool of " + share.runId());
    LogOutlet log = new LogOutlet(share.runId(), time, server);
    Former former =
        new Former(share, new RecordRelay(share.spool(), files, time, server, log::say), log);
    all.add(former);
    before.merge(share.runId(), share.before(), Plan.Former::with);
    if (connected) {
      begin(former);
    }
  }

  /// The first time the server hears what is damaged.
  private void begin(Former former) {
    FormerShare share = former.share();
    if (told.add(share.home().incarnation())) {
      share
          .damage()
          .forEach(what ->
              former.log().say("worker %d: %s".formatted(share.home().incarnation(), what)));
    }
    former.relay().connected();
  }

  void connected() {
    connected = true;
    all.forEach(this::begin);
  }

  void disconnected() {
    connected = false;
    all.forEach(former -> former.relay().disconnected());
  }

  void acknowledged(Message.Ack ack) {
    for (Former former : List.copyOf(all)) {
      FormerShare share = former.share();
      if (share.runId().equals(ack.runId()) && share.home().incarnation() == ack.incarnation()) {
        former.relay().acknowledged(ack);
        former.relay().ifAllAcknowledged(() -> loop.execute(() -> drop(former, _ -> {})));
      }
    }
  }

  /// The newest sequence number of a run's newest incarnation that was left behind; empty where
  /// there is none.
  OptionalLong lastSeq(String runId) {
    return all.stream()
        .map(Former::share)
        .filter(share -> share.runId().equals(runId))
        .mapToLong(FormerShare::lastSeq)
        .reduce((_, newer) -> newer);
  }

  /// What was before whoever takes up a run's share now, the records that the server has since
  /// taken included.
  Plan.Former before(String runId) {
    return before.getOrDefault(runId, new Plan.Former(0, 0));
  }

  /// The server wants nothing more of a run. What it has not acknowledged is kept all the same.
  ///
  /// @param then is told how many records are kept
  void release(String runId, Consumer<Long> then) {
    List<Former> those = of(runId);
    long[] kept = {0};
    Countdown countdown = new Countdown(those.size(), () -> then.accept(kept[0]));
    for (Former former : those) {
      drop(
          former,
          records -> {
            kept[0] += records;
            countdown.one();
          });
    }
  }

  private List<Former> of(String runId) {
    return all.stream().filter(former -> former.share().runId().equals(runId)).toList();
  }

  private void drop(Former former, Consumer<Long> then) {
    if (all.remove(former)) {
      FormerShare share = former.share();
      former
          .relay()
          .discard(left -> {
            forget(share.home());
            left.ifPresent(kept ->
                data.quarantine()
                    .take(
                        share.home(),
                        share.runId(),
                        kept,
                        data.clock(time).now(),
                        former.log()::say));
            loop.execute(() -> then.accept(left.map(ShareRecords.Left::records).orElse(0L)));
          });
    }
  }

  private static void forget(ShareHome home) {
    try {
      home.forget();
    } catch (IOException e) {
      LOG.warn("a counter file cannot be deleted: {}", e.getMessage());
    }
  }

  /// What is kept of a run that the server does not know.
  List<Quarantine.Kept> kept(String runId) {
    try {
      return data.quarantine().of(runId);
    } catch (IOException e) {
      LOG.warn("the quarantine cannot be read: {}", e.getMessage());
      return List.of();
    }
  }

  /// The server knows a run again: what is kept of it is sent.
  ///
  /// @param then runs when it is taken up
  void putBack(String runId, Runnable then) {
    threads
        .apply("quarantine")
        .execute(() -> {
          List<FormerShare> shares = new ArrayList<>();
          try {
            for (ShareHome home : data.quarantine().putBack(runId, data::home)) {
              open(home).ifPresent(shares::add);
            }
          } catch (IOException e) {
            LOG.warn("records of run {} cannot be put back: {}", runId, e.getMessage());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          loop.execute(() -> {
            shares.forEach(this::add);
            then.run();
          });
        });
  }
}
