package dev.broadside.server.feed;

/// What became of a job, a study or a group that was submitted.
public sealed interface Submission {
  /// It is new, and kept.
  record Accepted(WorkView work) implements Submission {}

  /// The very same was submitted before under this id: nothing was done.
  record Known(WorkView work) implements Submission {}

  /// Another one of its kind has this id: nothing was done.
  ///
  /// @param sentence what to tell the user
  record Conflict(String sentence) implements Submission {}
}
