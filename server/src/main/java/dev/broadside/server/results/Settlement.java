package dev.broadside.server.results;

import dev.broadside.core.job.JobState;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.time.Time;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.server.agents.AgentTimeouts;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.JobRow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Makes final documents on a thread of their own, since that may take a while, and amends them
/// when records come late.
///
/// Belongs to the coordinator's thread.
public final class Settlement {
  private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

  /// How often a document is made anew before its job ends, since records came meanwhile.
  private static final int MOST_ATTEMPTS = 3;

  /// How long no record must have come late until a result is amended.
  private static final Duration QUIET = AgentTimeouts.SUSPECT_AFTER;

  private static final int LONGEST = 200;

  private final ResultStore store;
  private final FinalReport reports;
  private final Executor own;
  private final Executor reporter;
  private final Time time;
  private final Runnable amended;
  private final JsonMapper json = Json.mapper();
  private final Map<String, Long> late = new LinkedHashMap<>();

  /// What became of a document.
  public sealed interface Made {
    /// The document is stored.
    ///
    /// @param ended the job as it is now, with its headline
    record Result(JobRow ended) implements Made {}

    /// The store failed: it is to be tried again.
    record NotYet() implements Made {}

    /// No document can be made of what is stored. The job ends without one, so that its agents are
    /// released.
    ///
    /// @param why for its users
    record Never(String why) implements Made {}
  }

  /// @param own the coordinator's thread
  /// @param reporter the thread that makes documents
  /// @param amended is called on the coordinator's thread when a result was amended
  public Settlement(
      ResultStore store,
      FinalReport reports,
      Executor own,
      Executor reporter,
      Time time,
      Runnable amended) {
    this.time = time;
    this.amended = amended;
    this.store = store;
    this.reports = reports;
    this.own = own;
    this.reporter = reporter;
  }

  /// Makes the document of a job, and says on the coordinator's thread what became of it.
  ///
  /// @param row the job before its end
  public void make(JobRow row, Consumer<Made> then) {
    reporter.execute(() -> {
      Made made = makeNow(row);
      own.execute(() -> then.accept(made));
    });
  }

  private Made makeNow(JobRow row) {
    try {
      JobRow ended = reports.make(row);
      for (int i = 1; i < MOST_ATTEMPTS && behind(row.job().runId()); i++) {
        ended = reports.make(row);
      }
      return new Made.Result(ended);
    } catch (StoreException e) {
      LOG.debug("the result of {} waits for the store", row.job().id(), e);
      return new Made.NotYet();
    } catch (RuntimeException | Error e) {
      // The job must hear of any failure: it waits in the state before its end.
      LOG.error("the result of {} cannot be made", row.job().id(), e);
      return new Made.Never(
          "its result cannot be made: " + PlainText.line("" + e.getMessage(), LONGEST));
    }
  }

  /// Whether records have come that the document has not.
  private boolean behind(String runId) {
    return store.records.count(runId) != store.runs.recordsInResult(runId);
  }

  /// Records of a run may have come after its document was made.
  public void late(String runId) {
    late.put(runId, time.nanos());
  }

  /// Amends the results of jobs for which records came late, as soon as no more have come for a
  /// while: what one agent brings when it is back is one amendment.
  public void tick() {
    for (Map.Entry<String, Long> one : List.copyOf(late.entrySet())) {
      if (time.nanos() - one.getValue() >= QUIET.toNanos()) {
        late.remove(one.getKey());
        reporter.execute(() -> again(one.getKey()));
      }
    }
  }

  private void again(String runId) {
    try {
      store
          .jobs
          .shown(runId)
          .filter(row -> row.job().state() instanceof JobState.Done)
          .filter(_ -> behind(runId))
          .ifPresent(this::amend);
    } catch (StoreException e) {
      LOG.debug("the amendment of {} waits for the store", runId, e);
      own.execute(() -> late(runId));
    } catch (RuntimeException | Error e) {
      LOG.error("the result of {} cannot be amended", runId, e);
    }
  }

  private void amend(JobRow row) {
    String runId = row.job().runId();
    Optional<ResultSeal> before =
        store
            .runs
            .result(runId)
            .map(text -> json.readValue(text, RunDocument.class))
            .flatMap(RunDocument::seal);
    if (before.isPresent()) {
      reports.amend(row, before.get());
      LOG.info("the result of {} is amended: records came after its end", runId);
    } else {
      // None was ever made.
      reports.make(row);
    }
    own.execute(amended);
  }
}
