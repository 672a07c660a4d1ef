package dev.broadside.server.collect;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobState;
import dev.broadside.core.wire.Message.RecordingKept;
import dev.broadside.core.wire.Message.RecordingPiece;
import dev.broadside.server.store.RecordingTable.Kept;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The flight recordings of workers, which arrive after the end of their job; a result does not
/// wait for them. Safe for use by several threads; every method may block.
public record Recordings(ResultStore store) {
  private static final Logger LOG = LoggerFactory.getLogger(Recordings.class);

  /// Takes a piece from an agent.
  ///
  /// @return how many bytes have come, which requests the next piece; empty if the store failed, so
  ///   that the agent has to send again
  public Optional<RecordingKept> take(String agent, RecordingPiece piece) {
    try {
      long bytes = wanted(agent, piece) ? store.recordings.add(agent, piece) : -1;
      return Optional.of(new RecordingKept(piece.runId(), piece.incarnation(), bytes));
    } catch (StoreException e) {
      LOG.debug("a flight recording waits for the store: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private boolean wanted(String agent, RecordingPiece piece) {
    return piece.bytes().length <= RecordingPiece.MOST_AT_ONCE
        && store
            .jobs
            .shown(piece.runId())
            .filter(job -> JobDocument.PROFILE.in(job.job().spec()))
            .filter(job -> agents(job).contains(agent))
            .isPresent();
  }

  private static List<String> agents(JobRow job) {
    return job.loads().stream().map(ShareRow::agent).toList();
  }

  /// The recording of one agent's worker.
  ///
  /// @param bytes its size; 0 if it has not come
  /// @param missing why it has not come; absent if it has
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Recording(String agent, long bytes, Optional<String> missing) {}

  /// The recordings of a job's agents, in the order of their shares; empty if the job was submitted
  /// without `profile`, or does not exist.
  public List<Recording> of(String jobId) {
    Optional<JobRow> job =
        store.jobs.shown(jobId).filter(row -> JobDocument.PROFILE.in(row.job().spec()));
    if (job.isEmpty()) {
      return List.of();
    }
    Map<String, Kept> kept =
        store.recordings.of(jobId).stream()
            .collect(Collectors.toMap(Kept::agent, Function.identity()));
    boolean over = job.get().job().state() instanceof JobState.Done;
    return agents(job.get()).stream()
        .map(agent -> recording(agent, Optional.ofNullable(kept.get(agent)), over))
        .toList();
  }

  private static Recording recording(String agent, Optional<Kept> kept, boolean over) {
    if (kept.filter(Kept::whole).isPresent()) {
      return new Recording(agent, kept.get().total(), Optional.empty());
    }
    String why =
        kept.map(some -> "%,d of %,d bytes have come".formatted(some.bytes(), some.total()))
            .orElse(
                over
                    ? "none has come: its worker was killed, or its agent is away"
                    : "it comes when the job has ended");
    return new Recording(agent, 0, Optional.of(why));
  }

  /// Finds an agent's recording that is complete.
  public Optional<Kept> whole(String jobId, String agent) {
    return store.recordings.of(jobId).stream()
        .filter(one -> one.agent().equals(agent))
        .filter(Kept::whole)
        .findFirst();
  }

  public void copy(String jobId, Kept recording, OutputStream out) throws IOException {
    store.recordings.copy(jobId, recording, out);
  }
}
