package dev.broadside.server.collect;

import dev.broadside.core.wire.Codec;
import dev.broadside.server.store.job.CheckpointTable;
import java.util.Optional;

/// Keeps now and then what the records of running jobs have come to, so that a server that is
/// started again reads only what came since.
///
/// A checkpoint names exactly the records that are in it, all of which were durable before it was
/// written. So what it and the records behind it come to is what all records come to.
final class Checkpoints {
  /// Raised with whatever is kept or worked out in another way; how it is encoded has its own
  /// number.
  private static final int FORMAT = 6;

  private final Snapshots<Checkpoint> kept;

  /// @param version of the server: the work of another one is not trusted
  Checkpoints(CheckpointTable table, String version) {
    kept = new Snapshots<>(table, made(version), Checkpoint.class);
  }

  static String made(String version) {
    return version + ", " + FORMAT + ", " + Codec.VERSION;
  }

  /// The one of a run; empty where there is none for this plan that can be read.
  Optional<Checkpoint> find(RunPlan plan) {
    return kept.find(plan.runId()).filter(one -> one.plan().equals(Checkpoint.words(plan)));
  }

  /// Keeps a run's sums, where it is time to and nothing has closed that is not kept.
  void keep(RunCollection run) {
    if (run.due() && run.unkept() == 0 && kept.keep(run.plan().runId(), run.checkpoint())) {
      run.checkpointed();
    }
  }

  void forget(String runId) {
    kept.forget(runId);
  }
}
