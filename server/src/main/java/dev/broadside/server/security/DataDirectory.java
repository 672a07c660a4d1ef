package dev.broadside.server.security;

import dev.broadside.core.param.Problem;
import dev.broadside.core.sentence.FileCause;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Supplier;

/// The data folder of a server, used by one server at a time.
///
/// | name | what |
/// |---|---|
/// | `broadside.db` | the result store, if it is SQLite |
/// | `packs/` | packs by their SHA-256 |
/// | `join` | while a server runs: its address, its authority's fingerprint, and the secret by which agents on this host join |
/// | `admin-token` | the administrator's token, which the command line sends |
/// | `key` | the key under which secrets in the store are encrypted |
/// | `ca/` | the private certificate authority and the server's certificate |
/// | `lock` | held while a server uses the directory |
///
/// The directory is readable by its owner only, and so is each file with a secret.
public final class DataDirectory implements AutoCloseable {
  private final Path root;
  private final FileChannel lockChannel;
  private final FileLock lock;

  private DataDirectory(Path root, FileChannel lockChannel, FileLock lock) {
    this.root = root;
    this.lockChannel = lockChannel;
    this.lock = lock;
  }

  /// Makes the directory if it is missing, and locks it.
  ///
  /// @throws SetupException if it cannot be used, or another server uses it
  public static DataDirectory open(Path path) throws SetupException {
    Path root = path.toAbsolutePath().normalize();
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw wrong(root, "it is a file and not a directory", Optional.empty());
    }
    try {
      PrivateFiles.createDirectory(root);
      return locked(root);
    } catch (FileAlreadyExistsException e) {
      throw wrong(
          root, "a file stands where a directory is needed: " + e.getFile(), Optional.of(e));
    } catch (IOException e) {
      throw wrong(root, "it cannot be written (" + FileCause.of(e) + ")", Optional.of(e));
    }
  }

  @SuppressWarnings("resource") // the directory holds the channel until it is closed itself
  private static DataDirectory locked(Path root) throws IOException, SetupException {
    Path file = root.resolve("lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      Optional<FileLock> lock = tryLock(channel);
      if (lock.isPresent()) {
        PrivateFiles.restrict(file);
        return new DataDirectory(root, channel, lock.get());
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new SetupException(
        Problem.wrong(
            "data folder " + root,
            "another Broadside server uses it",
            "stop that server, or give another folder with --data"));
  }

  private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException _) {
      return Optional.empty();
    }
  }

  /// The path of a file or directory in it.
  public Path resolve(String name) {
    return root.resolve(name);
  }

  public Path root() {
    return root;
  }

  /// How many bytes are free on its disk; -1 if unknown.
  public long freeBytes() {
    try {
      return Files.getFileStore(root).getUsableSpace();
    } catch (IOException _) {
      return -1;
    }
  }

  /// A directory in it, created if it is missing.
  public Path directory(String name) throws SetupException {
    Path directory = root.resolve(name);
    try {
      PrivateFiles.createDirectory(directory);
      return directory;
    } catch (IOException e) {
      throw wrong(directory, "it cannot be made (" + FileCause.of(e) + ")", Optional.of(e));
    }
  }

  /// Writes a file of lines atomically; it replaces an older one.
  public void keep(String name, String lines) throws SetupException {
    try {
      write(name, (lines + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw wrong(
          root.resolve(name), "it cannot be written (" + FileCause.of(e) + ")", Optional.of(e));
    }
  }

  /// Deletes a file, if it is there.
  public void forget(String name) throws SetupException {
    try {
      Files.deleteIfExists(root.resolve(name));
    } catch (IOException e) {
      throw wrong(
          root.resolve(name), "it cannot be deleted (" + FileCause.of(e) + ")", Optional.of(e));
    }
  }

  /// The secret in a file of one line; the file is created if it is missing.
  public String secret(String name, Supplier<String> maker) throws SetupException {
    Path file = root.resolve(name);
    try {
      if (!Files.exists(file)) {
        write(name, (maker.get() + "\n").getBytes(StandardCharsets.UTF_8));
      }
      PrivateFiles.restrict(file);
      String secret = Files.readString(file).strip();
      if (secret.isEmpty() || secret.length() > 1_000) {
        throw wrong(file, "it does not hold one line with a secret", Optional.empty());
      }
      return secret;
    } catch (IOException e) {
      throw wrong(file, "it cannot be read or written (" + FileCause.of(e) + ")", Optional.of(e));
    }
  }

  /// Makes a file that was just moved, and its new name, durable.
  public static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    PrivateFiles.forceName(file);
  }

  /// Writes a file that only its owner may read, atomically.
  void write(String name, byte[] bytes) throws IOException {
    PrivateFiles.write(root.resolve(name), bytes);
  }

  private static SetupException wrong(Path path, String what, Optional<Throwable> cause) {
    Problem problem =
        Problem.wrong("data folder " + path, what, "mend that, or give another folder with --data");
    return cause
        .map(e -> new SetupException(problem, e))
        .orElseGet(() -> new SetupException(problem));
  }

  /// Releases the lock. The lock file stays, since the next server may be using it already.
  @Override
  public void close() throws IOException {
    lock.release();
    lockChannel.close();
  }
}
