package dev.broadside.client.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The file system of this host: files of mode 0600 in folders of mode 0700, where the platform
/// knows modes. Safe for use by several threads.
public final class LocalDisk implements Disk {
  private static final Set<OpenOption> READ_WRITE =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private final boolean posix =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private FileAttribute<?>[] mode(String permissions) {
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      createFolder(parent);
    }
    try {
      Files.createDirectory(folder, mode("rwx------"));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
    syncFolderOf(folder);
  }

  @Override
  public List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }

  @Override
  public DiskFile open(Path file) throws IOException {
    boolean fresh = !Files.exists(file);
    FileChannel channel = FileChannel.open(file, READ_WRITE, mode("rw-------"));
    if (fresh) {
      try {
        syncFolderOf(file);
      } catch (IOException e) {
        channel.close();
        Files.delete(file);
        throw e;
      }
    }
    return new LocalFile(channel);
  }

  @Override
  public boolean exists(Path path) {
    return Files.exists(path);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncFolderOf(to);
  }

  @Override
  public void delete(Path path) throws IOException {
    if (Files.deleteIfExists(path)) {
      syncFolderOf(path);
    }
  }

  /// Makes a name durable. Windows has no such call and needs none.
  private void syncFolderOf(Path path) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (posix && folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private record LocalFile(FileChannel channel) implements DiskFile {
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      for (long at = offset; left.hasRemaining(); ) {
        at += channel.write(left, at);
      }
    }

    @Override
    public byte[] read(long offset, int length) throws IOException {
      ByteBuffer into = ByteBuffer.allocate(length);
      for (long at = offset; into.hasRemaining(); ) {
        int read = channel.read(into, at);
        if (read < 0) {
          break;
        }
        at += read;
      }
      return Arrays.copyOf(into.array(), into.position());
    }

    @Override
    public void truncate(long size) throws IOException {
      channel.truncate(size);
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
