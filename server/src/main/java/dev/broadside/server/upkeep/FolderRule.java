package dev.broadside.server.upkeep;

import java.time.Duration;
import java.util.Optional;

/// A retention rule for the jobs of a folder and its subfolders, instead of the general rule.
///
/// @param folder names with slashes between them
/// @param jobs how long after its end a job is kept; empty for ever
/// @param bytes above this size of its finished jobs the oldest are deleted; empty for no bound
public record FolderRule(String folder, Optional<Duration> jobs, Optional<Long> bytes) {

  /// Whether the rule applies to jobs in a folder.
  boolean covers(String of) {
    return of.equals(folder) || of.startsWith(folder + "/");
  }
}
