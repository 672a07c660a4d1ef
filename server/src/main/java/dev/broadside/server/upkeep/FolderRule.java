package dev.broadside.server.upkeep;

import java.time.Duration;
import java.util.Optional;

/// What a server keeps of the jobs of a folder and of the folders in it, in place of what holds for
/// all others.
///
/// @param folder names with slashes between them
/// @param jobs how long after its end a job is kept; empty for ever
/// @param bytes how much its jobs that have ended may take together before the oldest go; empty
///   without bound
public record FolderRule(String folder, Optional<Duration> jobs, Optional<Long> bytes) {

  /// Whether a job of that folder is one of its own.
  boolean covers(String of) {
    return of.equals(folder) || of.startsWith(folder + "/");
  }
}
