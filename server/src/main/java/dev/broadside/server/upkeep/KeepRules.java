package dev.broadside.server.upkeep;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a server keeps, and for how long.
///
/// @param fine how far behind a run's newest interval its intervals stay as they are; what lies
///   further behind is rolled up to 10 s
/// @param middle how far behind it these stay; what lies further behind is rolled up to 60 s
/// @param jobs how long after its end a job is kept; empty for ever
/// @param bytes how large the store may become before the oldest jobs that have ended go; empty
///   without bound
/// @param freeBytes less than that free on the disk is told as trouble
/// @param folders what holds in place of `jobs` and `bytes` in some folders
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

  /// What holds where no folder has a rule.
  FolderRule rest() {
    return new FolderRule("", jobs, bytes);
  }

  /// What holds for all others, and each folder's rule by its name.
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
