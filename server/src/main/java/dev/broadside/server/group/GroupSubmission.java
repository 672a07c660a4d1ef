package dev.broadside.server.group;

/// What became of a group that was handed in.
public sealed interface GroupSubmission {
  /// It is new, and kept.
  record Accepted(GroupView group) implements GroupSubmission {}

  /// The very same group was handed in before under this id: nothing was done.
  record Known(GroupView group) implements GroupSubmission {}

  /// Another group has this id: nothing was done.
  ///
  /// @param sentence what to tell the user
  record Conflict(String sentence) implements GroupSubmission {}
}
