package dev.broadside.server.packs;

import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackReference;
import dev.broadside.core.param.Problem;
import dev.broadside.core.sentence.FileCause;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.server.agents.PackSource;
import dev.broadside.server.security.DataDirectory;
import dev.broadside.server.security.SetupException;
import dev.broadside.server.security.Tokens;
import dev.broadside.server.store.PackTable;
import dev.broadside.server.store.row.PackRow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/// The server's packs: their bytes in `packs/<sha256>.jar`, their descriptors in the store. Safe
/// for use by several threads; every method may block.
///
/// A file gets its name only after it was inspected and is durable, so each name in this directory
/// is a good pack.
public final class PackStore implements PackSource {
  private static final String DRAFT_SUFFIX = ".part";

  private final Path directory;
  private final PackTable table;
  private final PackInspector inspector;
  private final Time time;
  private final ReadWriteLock removal = new ReentrantReadWriteLock();

  /// In an existing directory that only this server uses.
  public PackStore(Path directory, PackTable table, PackInspector inspector, Time time)
      throws IOException {
    this.directory = directory;
    this.table = table;
    this.inspector = inspector;
    this.time = time;
    for (Path abandoned : list(directory, "*" + DRAFT_SUFFIX)) {
      Files.delete(abandoned);
    }
  }

  /// A new empty file for an upload; [#install] it, or [#discard] it.
  public Path newDraft() throws IOException {
    return Files.createTempFile(directory, "upload-", DRAFT_SUFFIX);
  }

  /// Throws an upload away.
  public void discard(Path draft) throws IOException {
    Files.deleteIfExists(draft);
  }

  /// The result of installing a draft.
  public sealed interface Installation {
    /// It is installed, and new jobs take its classes from it.
    record Done(PackRow pack) implements Installation {}

    /// Another pack has its name and version: nothing was done.
    record Conflict(Problem problem) implements Installation {}
  }

  /// Installs a draft as the pack to be used from now on, even if it is installed already or older
  /// than the present one. The draft is deleted in any case.
  ///
  /// @throws RefusedPack if the file is no pack
  public Installation install(Path draft) throws IOException {
    try {
      PackRow read = read(draft, inspector);
      synchronized (this) {
        Optional<PackRow> other = table.otherOf(read);
        if (other.isPresent()) {
          return new Installation.Conflict(taken(other.get()));
        }
        keep(draft, read.sha256());
        return new Installation.Done(table.install(read));
      }
    } finally {
      discard(draft);
    }
  }

  private static Problem taken(PackRow other) {
    return Problem.wrong(
        "pack " + other.descriptor().name() + " " + other.descriptor().version(),
        "the server has another one of this name and version, sha256:" + other.sha256(),
        "raise its version, so that results say which of the two made them");
  }

  private PackRow read(Path draft, PackInspector by) throws IOException {
    PackDescriptor descriptor = by.inspect(draft);
    return new PackRow(Tokens.hash(draft), descriptor, Files.size(draft), time.now());
  }

  private void keep(Path draft, String sha256) throws IOException {
    DataDirectory.force(draft);
    Files.move(
        draft, file(sha256), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    DataDirectory.force(file(sha256));
  }

  /// Installs the bundled packs, signed or not. Installed ones stay as they are; a new one is used
  /// even if another with its name and version was installed.
  ///
  /// @param bundled a directory with jars
  public void installBundled(Path bundled) throws SetupException {
    try {
      for (Path jar : list(bundled, "*.jar")) {
        Path draft = newDraft();
        Files.copy(jar, draft, StandardCopyOption.REPLACE_EXISTING);
        PackRow read = read(draft, inspector.ofAnybody());
        keep(draft, read.sha256());
        table.add(read);
      }
    } catch (IOException e) {
      throw new SetupException(
          Problem.wrong(
              "bundled packs " + bundled,
              "they cannot be taken in (" + FileCause.of(e) + ")",
              "build or install Broadside anew"),
          e);
    }
  }

  /// All packs, newest first.
  public List<PackRow> all() {
    return table.all();
  }

  public Optional<PackRow> find(String sha256) {
    return table.find(sha256);
  }

  /// The packs that match a user's text, newest first.
  public List<PackRow> meantBy(String reference) {
    PackReference meant = new PackReference(reference);
    return all().stream().filter(one -> meant.means(one.sha256(), one.descriptor())).toList();
  }

  /// Does something while no pack can be removed.
  public <T> T keeping(Supplier<T> work) {
    removal.readLock().lock();
    try {
      return work.get();
    } finally {
      removal.readLock().unlock();
    }
  }

  /// Removes a pack unless it is needed.
  ///
  /// @param wantedBy finds the ids of work that needs it
  /// @return these ids; empty if the pack is removed
  public List<String> remove(PackRow pack, Supplier<List<String>> wantedBy) throws IOException {
    removal.writeLock().lock();
    try {
      List<String> who = wantedBy.get();
      if (who.isEmpty()) {
        table.remove(pack.sha256());
        Files.deleteIfExists(file(pack.sha256()));
      }
      return who;
    } finally {
      removal.writeLock().unlock();
    }
  }

  /// Writes a pack's bytes.
  public void copy(PackRow pack, OutputStream out) throws IOException {
    Files.copy(file(pack.sha256()), out);
  }

  @Override
  public PackChunk chunk(String sha256, long offset) {
    Optional<PackRow> pack = table.find(sha256);
    if (pack.isEmpty() || offset < 0 || offset > pack.get().bytes()) {
      return new PackChunk(sha256, offset, -1, new byte[0]);
    }
    try (FileChannel channel = FileChannel.open(file(pack.get().sha256()))) {
      ByteBuffer piece = ByteBuffer.allocate(PackChunk.MAX_CHUNK);
      for (int read = 0; read >= 0 && piece.hasRemaining(); ) {
        read = channel.read(piece, offset + piece.position());
      }
      byte[] bytes = Arrays.copyOf(piece.array(), piece.position());
      return new PackChunk(sha256, offset, pack.get().bytes(), bytes);
    } catch (NoSuchFileException _) {
      return new PackChunk(sha256, offset, -1, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("pack " + sha256 + " cannot be read", e);
    }
  }

  private Path file(String sha256) {
    return directory.resolve(sha256 + ".jar");
  }

  private static List<Path> list(Path directory, String glob) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
      stream.forEach(files::add);
    }
    files.sort(null);
    return files;
  }
}
