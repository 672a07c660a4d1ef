package dev.broadside.server.study;

/// What became of a study that was handed in.
public sealed interface StudySubmission {
  /// It is new, and kept.
  record Accepted(StudyView study) implements StudySubmission {}

  /// The very same study was handed in before under this id: nothing was done.
  record Known(StudyView study) implements StudySubmission {}

  /// Another study has this id: nothing was done.
  ///
  /// @param sentence what to tell the user
  record Conflict(String sentence) implements StudySubmission {}
}
