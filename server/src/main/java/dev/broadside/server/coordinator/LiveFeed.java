package dev.broadside.server.coordinator;

/// What happens, for those who look on.
public final class LiveFeed {

  /// Who looks on. Called by one thread at a time, which may block: it is this viewer's own.
  public interface Viewer {
    void event(LiveEvent event);

    /// Nothing more will come: the job has ended, or this viewer was too slow and is to subscribe again after the last
    /// event that it has.
    void ended(String reason);
  }

  /// One viewer's place.
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /// Shows a job: first its state, its shares and all closed intervals so far, then what happens.
  ///
  /// @param afterEventId the last event that the viewer has; 0 for none
  public Subscription subscribe(String jobId, long afterEventId, Viewer viewer) {
    throw new UnsupportedOperationException();
  }

  /// Shows all jobs and agents, at most twice a second.
  public Subscription subscribeOverview(Viewer viewer) {
    throw new UnsupportedOperationException();
  }
}
