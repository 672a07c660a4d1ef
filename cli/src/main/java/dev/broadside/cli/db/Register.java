package dev.broadside.cli.db;

import dev.broadside.cli.process.Folders;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Remembers the local databases that outlive the command which started them: one small file for
/// each.
public final class Register {
  private final Path folder;
  private final JsonMapper json = Json.mapper();

  /// @param folder where the files lie; made when needed
  private Register(Path folder) {
    this.folder = folder;
  }

  /// The one of this user.
  public static Register of(Folders folders) {
    return new Register(folders.state().resolve("databases"));
  }

  /// A database that was started.
  ///
  /// @param pid its server's process
  /// @param processStart when that process began, so that another one of the same number is not
  ///   mistaken for it
  /// @param temporary whether its folder goes when it is stopped
  public record Entry(
      String title,
      String url,
      int port,
      long pid,
      long processStart,
      String data,
      boolean temporary) {

    static Entry of(LocalDatabase.Serving serving, boolean temporary) {
      return new Entry(
          serving.title(),
          serving.url(),
          serving.port(),
          serving.pid(),
          startOf(serving.pid()),
          serving.data().toString(),
          temporary);
    }

    private static long startOf(long pid) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toEpochMilli)
          .orElse(0L);
    }

    /// Its process; empty if it has ended.
    public Optional<ProcessHandle> process() {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .filter(_ -> startOf(pid) == processStart);
    }
  }

  /// Remembers a database.
  public void add(LocalDatabase.Serving serving, boolean temporary) throws IOException {
    Private.createFolder(folder);
    Private.write(file(serving.port()), json.writeValueAsString(Entry.of(serving, temporary)));
  }

  /// The databases that are remembered, by port. Files that are none are passed over.
  public List<Entry> all() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".json")).sorted().toList()) {
        read(file).ifPresent(entries::add);
      }
    }
    return List.copyOf(entries);
  }

  private Optional<Entry> read(Path file) throws IOException {
    try {
      return Optional.of(json.readValue(Files.readString(file), Entry.class));
    } catch (JacksonException _) {
      // Left half-written by a crash, or not ours: a register of conveniences needs no repair.
      return Optional.empty();
    }
  }

  /// Forgets a database.
  public void remove(int port) throws IOException {
    Files.deleteIfExists(file(port));
  }

  private Path file(int port) {
    return folder.resolve(port + ".json");
  }
}
