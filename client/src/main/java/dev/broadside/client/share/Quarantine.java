package dev.broadside.client.share;

import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.DiskFile;
import dev.broadside.client.spool.LocalDisk;
import dev.broadside.core.time.TrustedClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/// Records that no server has, kept for people: in the folder `quarantine` of an agent's data
/// folder, each spool as it was, with a note.
///
/// An order never deletes what is here: a person does, or [#KEPT] goes by. Where the server comes
/// to know a run again its spools go back to where records are sent from. Safe for use by several
/// threads and processes.
public final class Quarantine {
  /// After this records are deleted.
  public static final Duration KEPT = Duration.ofDays(30);

  private static final String NOTE = "note";
  private static final int MAX_NOTE = 64 * 1024;

  private final Disk disk;
  private final Path folder;

  /// A spool that is kept.
  ///
  /// @param runId the run, as far as known
  /// @param worker the number of the worker that counted, which names the folder
  /// @param records how many there are that no server has acknowledged
  /// @param since when it was set aside
  /// @param why in a sentence without a stop
  /// @param folder where it lies
  public record Kept(
      String runId, long worker, long records, Instant since, String why, Path folder) {
    String toText() {
      return "run %s\nrecords %d\nsince %s\nwhy %s\n".formatted(runId, records, since, why);
    }
  }

  Quarantine(Disk disk, Path folder) {
    this.disk = disk;
    this.folder = folder;
  }

  /// What an agent keeps in its data folder, whether or not it runs.
  public static Quarantine of(Path data) {
    return new Quarantine(new LocalDisk(), data.resolve("quarantine"));
  }

  /// Takes a spool in that nobody uses any more. Where it cannot be moved it stays where it is, and
  /// is sent again by the next agent.
  ///
  /// @param log takes a line for people
  void take(
      ShareHome home, String runId, ShareRecords.Left left, Instant now, Consumer<String> log) {
    Path place = folder.resolve(Long.toString(home.incarnation()));
    Kept kept = new Kept(runId, home.incarnation(), left.records(), now, left.why(), place);
    try {
      disk.createFolder(folder);
      disk.replace(home.folder().resolve(NOTE), kept.toText().getBytes(StandardCharsets.UTF_8));
      disk.rename(home.folder(), place);
      log.accept(
          "%d records of worker %d are kept in %s for %d days: %s"
              .formatted(left.records(), home.incarnation(), place, KEPT.toDays(), left.why()));
    } catch (IOException e) {
      log.accept("records cannot be moved to " + place + " and stay: " + e.getMessage());
    }
    if (left.lost() > 0) {
      log.accept(left.lost() + " records that the disk had not taken are lost");
    }
  }

  /// Everything that is kept, oldest worker first.
  public List<Kept> list() throws IOException {
    List<Kept> all = new ArrayList<>();
    for (Path place : disk.list(folder)) {
      String name = place.getFileName().toString();
      if (name.matches("[0-9]{1,18}")) {
        all.add(read(Long.parseLong(name), place));
      }
    }
    all.sort(Comparator.comparingLong(Kept::worker));
    return all;
  }

  private Kept read(long worker, Path place) throws IOException {
    Map<String, String> note = new HashMap<>();
    if (disk.exists(place.resolve(NOTE))) {
      try (DiskFile file = disk.open(place.resolve(NOTE))) {
        new String(file.read(0, MAX_NOTE), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.split(" ", 2))
            .filter(words -> words.length == 2)
            .forEach(words -> note.put(words[0], words[1]));
      }
    }
    return new Kept(
        note.getOrDefault("run", "unknown"),
        worker,
        number(note.getOrDefault("records", "")),
        instant(note.getOrDefault("since", "")),
        note.getOrDefault("why", "nobody has noted why"),
        place);
  }

  private static long number(String text) {
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
  }

  /// The end of time where it is not known: what nobody can tell the age of is not deleted.
  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      return Instant.MAX;
    }
  }

  /// What is kept of one run.
  List<Kept> of(String runId) throws IOException {
    return list().stream().filter(kept -> kept.runId().equals(runId)).toList();
  }

  /// Deletes what is kept of a run.
  ///
  /// @return what was deleted
  public List<Kept> remove(String runId) throws IOException {
    List<Kept> all = of(runId);
    for (Kept kept : all) {
      delete(kept);
    }
    return all;
  }

  private void delete(Kept kept) throws IOException {
    for (Path file : disk.list(kept.folder())) {
      disk.delete(file);
    }
    disk.delete(kept.folder());
  }

  /// Deletes what was kept for long enough by what is known of the time: a clock that somebody sets
  /// makes nothing older.
  ///
  /// @param log takes a line for people
  public void dropOld(TrustedClock clock, Consumer<String> log) {
    try {
      List<Kept> all = list();
      Instant before = clock.now().minus(KEPT);
      if (!all.isEmpty()) {
        clock
            .doubt()
            .ifPresent(why ->
                log.accept(why + ": by the latter records in " + folder + " are kept or deleted"));
      }
      for (Kept kept : all) {
        if (kept.since().isBefore(before)) {
          delete(kept);
          log.accept(
              "%d records of run %s, kept since %s, are deleted: nobody has fetched them"
                  .formatted(kept.records(), kept.runId(), kept.since()));
        }
      }
    } catch (IOException e) {
      log.accept("old records cannot be deleted: " + e.getMessage());
    }
  }

  /// Puts back what is kept of a run, to be sent: the server knows it again.
  ///
  /// @param home where an incarnation's spool belongs
  /// @return where they are
  List<ShareHome> putBack(String runId, LongFunction<ShareHome> home) throws IOException {
    List<ShareHome> back = new ArrayList<>();
    for (Kept kept : of(runId)) {
      ShareHome place = home.apply(kept.worker());
      disk.delete(kept.folder().resolve(NOTE));
      disk.rename(kept.folder(), place.folder());
      back.add(place);
    }
    return back;
  }
}
