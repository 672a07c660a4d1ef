package dev.broadside.server.collect;

import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.StateCode;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.CheckpointTable;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a server keeps of its own work on jobs, to go on with after a restart. Each may be missing,
/// old or damaged at any time, which costs time and nothing else. Safe for use by several threads.
///
/// @param <T> a record that [StateCode] can write
public final class Snapshots<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

  private final CheckpointTable table;
  private final String made;
  private final Class<T> type;
  private final StateCode code = new StateCode();

  /// @param made how they are made: what was made otherwise is not trusted
  public Snapshots(CheckpointTable table, String made, Class<T> type) {
    this.table = table;
    this.made = made;
    this.type = type;
  }

  /// The one of a run; empty where there is none that was made so.
  public Optional<T> find(String runId) {
    return table.find(runId, made).flatMap(bytes -> read(runId, bytes));
  }

  private Optional<T> read(String runId, byte[] bytes) {
    try {
      return Optional.of(code.decode(bytes, type));
    } catch (ProtocolException e) {
      LOG.warn("what was kept of run {} to go on with cannot be read; all of it is", runId, e);
      return Optional.empty();
    }
  }

  /// Keeps one in the place of the one before.
  ///
  /// @return false where the store does not take it: it is for a later time then
  public boolean keep(String runId, T state) {
    try {
      table.put(runId, made, code.encode(state));
      return true;
    } catch (StoreException e) {
      LOG.debug("the {} of run {} is written later", type.getSimpleName(), runId, e);
      return false;
    }
  }

  public void forget(String runId) {
    table.remove(runId);
  }
}
