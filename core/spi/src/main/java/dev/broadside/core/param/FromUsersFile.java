package dev.broadside.core.param;

/// An exception caused by what a user wrote into a file, and not by the code of a job class. It is
/// shown like any other wrong input, without the stack trace that an author of code needs.
public interface FromUsersFile {
  /// The place in the user's file.
  String place();

  /// What is wrong, without the place.
  String answer();
}
