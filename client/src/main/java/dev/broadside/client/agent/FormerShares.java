package dev.broadside.client.agent;

import dev.broadside.client.spool.Spool;
import dev.broadside.client.spool.SpoolQuota;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Everything that earlier agents of this data folder left behind. Their records are sent until the
/// server has them; then their files go. Called on the agent's own thread.
final class FormerShares {
  private static final Logger LOG = LoggerFactory.getLogger(FormerShares.class);

  private final Executor loop;
  private final List<Former> all = new ArrayList<>();

  private record Former(FormerShare share, RecordRelay relay) {}

  private FormerShares(Executor loop) {
    this.loop = loop;
  }

  /// Takes over what lies in the folder. Waits for leftover workers to die, so it is called before
  /// anything else runs.
  ///
  /// @param threads makes an executor of a name that runs one task at a time
  static FormerShares adopt(
      DataFolder data,
      SpoolQuota quota,
      Time time,
      Executor loop,
      Function<String, Executor> threads,
      Consumer<Message> server)
      throws IOException, InterruptedException {
    FormerShares former = new FormerShares(loop);
    List<ShareHome> homes = data.leftHomes();
    data.dropStaleCounters(homes);
    for (ShareHome home : homes) {
      try {
        Spool spool = Spool.open(data.disk(), home.folder(), quota);
        FormerShare.adopt(home, spool).ifPresent(share -> former.add(share, time, threads, server));
      } catch (IOException e) {
        LOG.warn("{} is left as it is: {}", home.folder(), e.getMessage());
      }
    }
    return former;
  }

  private void add(
      FormerShare share, Time time, Function<String, Executor> threads, Consumer<Message> server) {
    Executor files = threads.apply("spool of " + share.runId());
    Consumer<String> log = line -> LOG.info("run {}: {}", share.runId(), line);
    all.add(new Former(share, new RecordRelay(share.spool(), files, time, server, log)));
  }

  void connected() {
    all.forEach(former -> former.relay().connected());
  }

  void disconnected() {
    all.forEach(former -> former.relay().disconnected());
  }

  void acknowledged(Message.Ack ack) {
    for (Former former : List.copyOf(all)) {
      FormerShare share = former.share();
      if (share.runId().equals(ack.runId()) && share.home().incarnation() == ack.incarnation()) {
        former.relay().acknowledged(ack.stream(), ack.throughSeq());
        former.relay().ifAllAcknowledged(() -> loop.execute(() -> drop(former)));
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

  /// The server wants nothing more of a run.
  void release(String runId) {
    List.copyOf(all).stream()
        .filter(former -> former.share().runId().equals(runId))
        .forEach(this::drop);
  }

  private void drop(Former former) {
    if (all.remove(former)) {
      former.relay().delete(() -> forget(former.share().home()));
    }
  }

  private static void forget(ShareHome home) {
    try {
      home.forget();
    } catch (IOException e) {
      LOG.warn("a counter file cannot be deleted: {}", e.getMessage());
    }
  }
}
