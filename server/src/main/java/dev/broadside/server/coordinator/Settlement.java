package dev.broadside.server.coordinator;

import dev.broadside.core.job.JobState;
import dev.broadside.server.store.Headline;
import dev.broadside.server.store.JobRow;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.StoreException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has final documents made by a thread of their own, since that may take a while, and made again
/// when records come late.
///
/// Belongs to the coordinator's thread.
final class Settlement {
  private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

  private final ResultStore store;
  private final FinalReport reports;
  private final Executor own;
  private final Executor reporter;
  private final Set<String> late = new LinkedHashSet<>();

  /// What became of a document.
  sealed interface Made {
    /// It is there.
    record Result(Headline headline) implements Made {}

    /// The store failed: it is to be tried again.
    record NotYet() implements Made {}

    /// No document can be made of what is stored. The job ends without, so that its agents are not
    /// held for ever.
    record Never() implements Made {}
  }

  /// @param own the coordinator's thread
  /// @param reporter the thread that makes documents
  Settlement(ResultStore store, FinalReport reports, Executor own, Executor reporter) {
    this.store = store;
    this.reports = reports;
    this.own = own;
    this.reporter = reporter;
  }

  /// Makes the document of a job, and says on the coordinator's thread what became of it.
  ///
  /// @param row the job as it is once the document is there
  void make(JobRow row, Consumer<Made> then) {
    reporter.execute(() -> {
      Made made = makeNow(row);
      own.execute(() -> then.accept(made));
    });
  }

  private Made makeNow(JobRow row) {
    try {
      return new Made.Result(reports.make(row));
    } catch (StoreException e) {
      LOG.debug("the result of {} waits for the store", row.job().id(), e);
      return new Made.NotYet();
    } catch (RuntimeException | Error e) {
      // Whatever it was, the job must hear of it: it waits in the state before its end.
      LOG.error("the result of {} cannot be made", row.job().id(), e);
      return new Made.Never();
    }
  }

  /// Records of a run may have come after its document was made.
  void late(String runId) {
    late.add(runId);
  }

  /// Makes documents again for which records came late.
  void tick() {
    for (String runId : List.copyOf(late)) {
      late.remove(runId);
      reporter.execute(() -> again(runId));
    }
  }

  private void again(String runId) {
    try {
      store
          .jobs()
          .shown(runId)
          .filter(row -> row.job().state() instanceof JobState.Done)
          .filter(_ -> store.records().count(runId) != store.runs().recordsInResult(runId))
          .map(this::makeNow)
          .filter(Made.NotYet.class::isInstance)
          .ifPresent(_ -> own.execute(() -> late(runId)));
    } catch (StoreException e) {
      own.execute(() -> late(runId));
    }
  }
}
