package dev.broadside.client.spool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A disk that fails when a test wants it to, or saves the time of flushing where a test needs
/// none.
public final class FailingDisk implements Disk {
  private final Disk disk;
  private boolean failNextForce;
  private boolean full;
  private boolean hasty;
  private Optional<String> unreadable = Optional.empty();
  private Optional<String> refused = Optional.empty();
  private int opened;
  private int open;

  public FailingDisk(Disk disk) {
    this.disk = disk;
  }

  /// From now on it flushes nothing.
  public FailingDisk hasty() {
    hasty = true;
    return this;
  }

  public void failNextForce() {
    failNextForce = true;
  }

  /// Lets every write fail, or none.
  public void full(boolean now) {
    full = now;
  }

  /// Lets no file of a name be opened.
  public void refuse(String name) {
    refused = Optional.of(name);
  }

  /// Lets no file of a name be read.
  public void unreadable(String name) {
    unreadable = Optional.of(name);
  }

  /// How often a file was opened so far.
  public int opened() {
    return opened;
  }

  /// Files that are open now.
  public int open() {
    return open;
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    disk.createFolder(folder);
  }

  @Override
  public List<Path> list(Path folder) throws IOException {
    return disk.list(folder);
  }

  @Override
  public boolean exists(Path path) {
    return disk.exists(path);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void delete(Path path) throws IOException {
    disk.delete(path);
  }

  @Override
  public DiskFile open(Path file) throws IOException {
    if (refused.isPresent() && file.endsWith(refused.get())) {
      throw new IOException("no space left on this disk");
    }
    FailingFile opening = new FailingFile(file, disk.open(file));
    opened++;
    open++;
    return opening;
  }

  private final class FailingFile implements DiskFile {
    private final Path path;
    private final DiskFile file;
    private boolean closed;

    FailingFile(Path path, DiskFile file) {
      this.path = path;
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
      if (full) {
        throw new IOException("no space left on this disk");
      }
      file.write(offset, bytes);
    }

    @Override
    public byte[] read(long offset, int length) throws IOException {
      if (unreadable.isPresent() && path.endsWith(unreadable.get())) {
        throw new IOException("input/output error");
      }
      return file.read(offset, length);
    }

    @Override
    public void truncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public void force() throws IOException {
      if (failNextForce) {
        failNextForce = false;
        throw new IOException("the disk does not flush");
      }
      if (!hasty) {
        file.force();
      }
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        open--;
      }
      file.close();
    }
  }
}
