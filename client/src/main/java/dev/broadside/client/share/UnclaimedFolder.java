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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Where unclaimed records lie on an agent's disk, and what people see of them. [UnclaimedRecords]
/// says which records these are and what becomes of them.
///
/// ```
/// unclaimed/N/       the spool of worker N, as it was
/// unclaimed/N/note   its run, how many records no server has, since when they lie here, and why
/// ```
///
/// No order of the server deletes these records: a person does, or they expire after [#KEPT]. Safe
/// for use by several threads and processes.
public final class UnclaimedFolder {
  /// After this records are deleted.
  public static final Duration KEPT = Duration.ofDays(30);

  private static final String NOTE = "note";
  private static final int MAX_NOTE = 64 * 1024;

  private final Disk disk;
  private final Path folder;

  /// A note on one worker's unclaimed records.
  ///
  /// @param runId the run, as far as known
  /// @param worker the number of the worker that counted, which names the folder
  /// @param records how many no server had acknowledged when the note was written
  /// @param since when they became unclaimed
  /// @param why in a sentence without a full stop
  /// @param folder the folder of the records
  public record Note(
      String runId, long worker, long records, Instant since, String why, Path folder) {
    private String toText() {
      return "run %s\nrecords %d\nsince %s\nwhy %s\n".formatted(runId, records, since, why);
    }
  }

  UnclaimedFolder(Disk disk, Path folder) {
    this.disk = disk;
    this.folder = folder;
  }

  /// What an agent keeps in its data folder, whether or not it runs.
  public static UnclaimedFolder of(Path data) {
    return new UnclaimedFolder(new LocalDisk(), data.resolve("unclaimed"));
  }

  /// Where a worker's records lie if they are unclaimed.
  Path place(long worker) {
    return folder.resolve(Long.toString(worker));
  }

  /// Moves a spool that is no longer used to this folder.
  void take(ShareHome home) throws IOException {
    disk.createFolder(folder);
    disk.rename(home.folder(), place(home.incarnation()));
  }

  /// Notes what is known of records in this folder. The time of the first note stays.
  void note(String runId, long worker, long records, Instant now, String why) throws IOException {
    Path place = place(worker);
    Instant since = noted(worker) ? read(worker, place).since() : now;
    String text = new Note(runId, worker, records, since, why, place).toText();
    disk.replace(place.resolve(NOTE), text.getBytes(StandardCharsets.UTF_8));
  }

  boolean noted(long worker) {
    return disk.exists(place(worker).resolve(NOTE));
  }

  /// Notes what is left of a share that is gone, and moves its spool here if it is elsewhere. If it
  /// cannot be moved it stays where it is, and the next agent takes it over.
  ///
  /// @param log takes a line for people
  void keep(
      ShareHome home, String runId, ShareRecords.Left left, Instant now, Consumer<String> log) {
    Path place = place(home.incarnation());
    try {
      if (!home.folder().equals(place)) {
        take(home);
      }
      note(runId, home.incarnation(), left.records(), now, left.why());
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

  /// The workers whose records are here, oldest first.
  List<Long> workers() throws IOException {
    return DataFolder.numbers(disk, folder);
  }

  /// All notes, oldest worker first.
  public List<Note> list() throws IOException {
    List<Note> all = new ArrayList<>();
    for (long worker : workers()) {
      all.add(read(worker, place(worker)));
    }
    return all;
  }

  private Note read(long worker, Path place) throws IOException {
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
    return new Note(
        note.getOrDefault("run", "unknown"),
        worker,
        number(note.getOrDefault("records", "")),
        instant(note.getOrDefault("since", "")),
        note.getOrDefault("why", "the reason was not noted"),
        place);
  }

  private static long number(String text) {
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
  }

  /// The time in a note. If it cannot be read, it is in the far future, so that the records are not
  /// deleted.
  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      return Instant.MAX;
    }
  }

  /// The notes of one run.
  List<Note> of(String runId) throws IOException {
    return list().stream().filter(note -> note.runId().equals(runId)).toList();
  }

  /// Deletes the records of a run.
  ///
  /// @return what was deleted
  public List<Note> remove(String runId) throws IOException {
    List<Note> all = of(runId);
    for (Note note : all) {
      delete(note);
    }
    return all;
  }

  private void delete(Note note) throws IOException {
    for (Path file : disk.list(note.folder())) {
      disk.delete(file);
    }
    disk.delete(note.folder());
  }

  /// The records that have been here for long enough. A clock that is set forward makes no record
  /// older.
  ///
  /// @param log takes a line for people
  List<Note> expired(TrustedClock clock, Consumer<String> log) {
    try {
      List<Note> all = list();
      Instant before = clock.now().minus(KEPT);
      if (!all.isEmpty()) {
        clock
            .doubt()
            .ifPresent(why ->
                log.accept(why + ": by the latter records in " + folder + " are kept or deleted"));
      }
      return all.stream().filter(note -> note.since().isBefore(before)).toList();
    } catch (IOException e) {
      log.accept("the unclaimed records cannot be listed: " + e.getMessage());
      return List.of();
    }
  }

  /// Deletes what has expired.
  void expire(Note note, Consumer<String> log) {
    try {
      delete(note);
      log.accept(
          "%d records of run %s, kept since %s, are deleted: no server has taken them"
              .formatted(note.records(), note.runId(), note.since()));
    } catch (IOException e) {
      log.accept("old records cannot be deleted: " + e.getMessage());
    }
  }
}
