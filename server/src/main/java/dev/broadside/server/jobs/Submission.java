package dev.broadside.server.jobs;

import dev.broadside.server.feed.JobView;

/// What became of a job that was handed in.
public sealed interface Submission {
  /// It is new, and kept.
  record Accepted(JobView job) implements Submission {}

  /// The very same job was handed in before under this id: nothing was done.
  record Known(JobView job) implements Submission {}

  /// Another job has this id: nothing was done.
  ///
  /// @param sentence what to tell the user
  record Conflict(String sentence) implements Submission {}
}
