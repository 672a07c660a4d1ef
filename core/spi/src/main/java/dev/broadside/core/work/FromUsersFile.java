package dev.broadside.core.work;

/// An exception with its cause in a file that a user wrote, and not in the code of a job class. If
/// a database does not understand a statement of the file, it is reported like any other wrong
/// input, without a stack trace.
public interface FromUsersFile {
  /// The place in the user's file.
  String place();

  /// What is wrong there, without the place.
  String answer();
}
