package dev.broadside.server.feed;

/// One event of a live stream. Its JSON is made once, however many viewers there are.
///
/// @param id the number up to which the viewer has been sent events, this one included. It never
///   falls, not even over a restart of the server; a viewer that gives it back gets the events
///   after it
/// @param kind what it is about
/// @param json the payload
public record LiveEvent(long id, Kind kind, String json) {

  /// What an event is about, and what its payload is.
  public enum Kind {
    /// A [JobView].
    STATE,
    /// A [JobView.ProgressView].
    PROGRESS,
    /// A [dev.broadside.core.report.IntervalDocument]; a later one of the same index replaces an
    /// earlier one, and one of several intervals replaces all that it covers.
    INTERVAL,
    /// A list of [ShareView]; in the overview `{"agents": [AgentView]}`.
    AGENTS,
    /// `{"agent", "at", "line"}`.
    LOG,
    /// A [dev.broadside.core.report.Mark].
    MARK,
    /// A [dev.broadside.core.drift.DriftDocument].
    DRIFT,
    /// [dev.broadside.core.threshold.ThresholdVerdicts].
    THRESHOLDS,
    /// The final [JobView]: nothing more will come.
    END,
    /// In the overview only: `{"jobs": [JobView]}`.
    JOBS;

    /// The event's name on the wire.
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /// Whether an event that a viewer has not been sent yet can be dropped when a newer one of its
    /// kind is there. States are never dropped: a viewer of a job sees each of them.
    boolean superseded() {
      return switch (this) {
        case PROGRESS, AGENTS, DRIFT, THRESHOLDS, JOBS -> true;
        case STATE, INTERVAL, LOG, MARK, END -> false;
      };
    }
  }
}
