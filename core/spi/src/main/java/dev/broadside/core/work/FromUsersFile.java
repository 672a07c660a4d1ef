package dev.broadside.core.work;

/// What an exception says that comes from what a user wrote into a file, and not from the code of a
/// job class. Where a database could not understand it, that is told as any other wrong input:
/// without the trace that an author of code needs.
public interface FromUsersFile {
  /// In the user's file.
  String place();

  /// What is wrong there, without the place.
  String answer();
}
