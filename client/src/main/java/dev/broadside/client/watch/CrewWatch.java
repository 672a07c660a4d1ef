package dev.broadside.client.watch;

import dev.broadside.core.load.ThreadKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Watches how load threads get processor time, so that a result can say what they lacked. At most
/// [#MOST_WATCHED] platform threads are watched, evenly chosen, so that 10,000 cost no more.
/// Virtual threads have no account of their own: their carriers are watched instead, those on which
/// the chosen threads begin. Load threads call [#enter] and [#leave], one other thread calls
/// [#look()].
public final class CrewWatch {
  static final int MOST_WATCHED = 32;

  private final int threads;
  private final ThreadKind kind;
  private final int stride;
  private final Map<String, Optional<ThreadAccount>> accounts = new ConcurrentHashMap<>();
  private SchedStat before = SchedStat.NONE;

  public CrewWatch(int threads, ThreadKind kind) {
    this.threads = threads;
    this.kind = kind;
    this.stride = Math.ceilDiv(threads, MOST_WATCHED);
  }

  /// The calling load thread begins.
  ///
  /// @param thread its number within the share
  /// @return its account, for [#leave]
  public Optional<ThreadAccount> enter(int thread) {
    return thread % stride == 0
        ? ThreadAccount.currentThread()
            .flatMap(number -> accounts.computeIfAbsent(number, ThreadAccount::open))
        : Optional.empty();
  }

  /// The calling load thread ends; a carrier goes on.
  public void leave(Optional<ThreadAccount> account) {
    if (kind != ThreadKind.VIRTUAL) {
      account.ifPresent(ThreadAccount::close);
    }
  }

  /// The use since the last look; empty if the kernel does not count it.
  Optional<CrewUse> look() {
    List<SchedStat> each =
        accounts.values().stream().flatMap(Optional::stream).map(ThreadAccount::read).toList();
    SchedStat now = each.stream().reduce(SchedStat.NONE, SchedStat::plus);
    SchedStat passed = now.since(before);
    before = now;
    return each.isEmpty()
        ? Optional.empty()
        : Optional.of(new CrewUse(passed, each.size(), threads, kind));
  }
}
