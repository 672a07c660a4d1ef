package dev.broadside.server.upkeep;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The retention rules of a server.
///
/// @param fine intervals older than this, counted from a run's newest one, are rolled up to 10 s
/// @param middle intervals older than this are rolled up to 60 s
/// @param jobs how long after its end a job is kept; empty for ever
/// @param bytes above this size of the store the oldest finished jobs are deleted; empty for no
///   bound
/// @param freeBytes the server warns when less than this is free on the disk
/// @param folders rules of folders that replace `jobs` and `bytes`
public record KeepRules(
    Duration fine,
    Duration middle,
    Optional<Duration> jobs,
    Optional<Long> bytes,
    long freeBytes,
    List<FolderRule> folders) {

  /// Seconds for a day, 10 s for a week, 60 s and all jobs for ever.
  public static final KeepRules DEFAULT =
      new KeepRules(
          Duration.ofHours(24), Duration.ofDays(7), Optional.empty(), Optional.empty(), 1L << 30);

  public KeepRules {
    folders = List.copyOf(folders);
  }

  /// Without rules of folders.
  public KeepRules(
      Duration fine,
      Duration middle,
      Optional<Duration> jobs,
      Optional<Long> bytes,
      long freeBytes) {
    this(fine, middle, jobs, bytes, freeBytes, List.of());
  }

  /// The rule of a folder: its own, or that of the next one around it.
  Optional<FolderRule> of(String folder) {
    return folders.stream()
        .filter(rule -> rule.covers(folder))
        .max(Comparator.comparingInt(rule -> rule.folder().length()));
  }

  /// The general rule.
  FolderRule rest() {
    return new FolderRule("", jobs, bytes);
  }

  /// The general rule, and those of folders by their names.
  List<FolderRule> all() {
    return Stream.concat(
            Stream.of(rest()), folders.stream().sorted(Comparator.comparing(FolderRule::folder)))
        .toList();
  }

  List<Level> levels() {
    return List.of(
        new Level(Duration.ofSeconds(10), fine), new Level(Duration.ofSeconds(60), middle));
  }
}
