package dev.broadside.kit.own;

import java.sql.Connection;
import java.util.Map;

/// The version of something that one load thread alone writes, such as a counter in a row: the
/// thread knows which one it has committed last, so a read that finds an older one is stale, as
/// those of a replica may be. A version whose commit is uncertain is not taken for committed.
///
/// Used by one thread.
public final class OwnVersion implements Draft {
  private final String name;
  private Committed committed = new Committed();
  private long drafted = Long.MIN_VALUE;

  /// What all transactions of a thread know of a version.
  public static final class Committed {
    private long version = Long.MIN_VALUE;
  }

  public OwnVersion(String name) {
    this.name = name;
  }

  /// From now on it is that of all transactions of a thread that have this name for it.
  public void join(Map<String, Committed> ofThread) {
    committed = ofThread.computeIfAbsent(name, _ -> committed);
  }

  /// The transaction under way writes this version, which is higher than those before.
  public void write(long version) {
    drafted = version;
  }

  /// Whether a version that was read is older than the last one that this thread has committed.
  public boolean stale(long found) {
    return found < committed.version;
  }

  @Override
  public void enter() {
    committed.version = Math.max(committed.version, drafted);
    forget();
  }

  @Override
  public void forget() {
    drafted = Long.MIN_VALUE;
  }

  @Override
  public void read(Connection connection) {
    forget();
  }
}
