package dev.broadside.server.jobs;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/// Somebody wants a job to end. Its agents are told at once; the one who asked hears when it is
/// recorded, or that it is not yet.
///
/// @param recorded whether the store has it; done as soon as that is known
record StopRequest(JobEvent.CancelAsked event, Instant at, CompletableFuture<Boolean> recorded) {
  private static final String NOT_YET =
      "; not recorded yet, since the result store does not answer";

  static StopRequest by(String who, Instant at) {
    return new StopRequest(new JobEvent.CancelAsked(who), at, new CompletableFuture<>());
  }

  /// Says that the store does not have it yet.
  ///
  /// @return whether that is news
  boolean putOff() {
    return recorded.complete(false);
  }

  /// Whether it is known that the store does not have it yet.
  boolean unrecorded() {
    return !recorded.getNow(true);
  }

  /// A job as it is once this is recorded.
  Job appliedTo(Job job) {
    return job.after(event, at);
  }

  /// A job as it may be shown until then.
  Job shownOn(Job job) {
    return job.after(new JobEvent.CancelAsked(event.by() + NOT_YET), at);
  }

  /// The reason that a job which never began shows until then.
  String sentence() {
    return "cancelled by " + event.by() + NOT_YET + "; it does not begin";
  }
}
