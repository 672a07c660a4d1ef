package dev.broadside.server.collect;

import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.StateCode;
import dev.broadside.server.store.CheckpointTable;
import dev.broadside.server.store.base.StoreException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps now and then what the records of running jobs have come to, so that a server that is
/// started again reads only what came since.
///
/// A checkpoint names exactly the records that are in it, all of which were durable before it was
/// written. So what it and the records behind it come to is what all records come to, and one that
/// is old, is missing or cannot be read costs time and nothing else.
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  /// Raised with whatever is kept, or added up, in another way.
  private static final int FORMAT = 1;

  private final CheckpointTable table;
  private final String version;
  private final StateCode code = new StateCode();

  /// @param version of the server: another one's sums are not trusted
  Checkpoints(CheckpointTable table, String version) {
    this.table = table;
    this.version = version + ", " + FORMAT;
  }

  /// The one of a run; empty where there is none for this plan that can be read.
  Optional<Checkpoint> find(RunPlan plan) {
    return table
        .find(plan.runId(), version)
        .flatMap(bytes -> read(plan.runId(), bytes))
        .filter(kept -> kept.plan().equals(Checkpoint.words(plan)));
  }

  private Optional<Checkpoint> read(String runId, byte[] bytes) {
    try {
      return Optional.of(code.decode(bytes, Checkpoint.class));
    } catch (ProtocolException e) {
      LOG.warn("the checkpoint of run {} cannot be read; its records are", runId, e);
      return Optional.empty();
    }
  }

  /// Keeps a run's sums, where it is time to and nothing has closed that is not kept.
  void keep(RunCollection run) {
    if (!run.due() || run.unkept() > 0) {
      return;
    }
    try {
      table.put(run.plan().runId(), version, code.encode(run.checkpoint()));
      run.checkpointed();
    } catch (StoreException e) {
      LOG.debug("the checkpoint of run {} is written later", run.plan().runId(), e);
    }
  }

  void forget(String runId) {
    table.remove(runId);
  }
}
