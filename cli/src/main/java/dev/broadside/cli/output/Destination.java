package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;

/// A file, or standard output for `-`, that data is written to. Nothing is buffered, so a line can
/// be read as soon as it is written; and if a file takes no more, as on a full disk, the unfinished
/// last line is removed. For one thread.
public final class Destination extends OutputStream {
  /// Stands for standard output.
  public static final String STANDARD_OUTPUT = "-";

  private final Optional<FileChannel> file;
  private final boolean regular;
  private final PrintStream standard;
  private boolean broken;

  private Destination(Optional<FileChannel> file, boolean regular, PrintStream standard) {
    this.file = file;
    this.regular = regular;
    this.standard = standard;
  }

  /// Opens it. What a file held is gone.
  ///
  /// @param shell whose standard output is meant
  public static Destination open(String target, Shell shell) throws IOException {
    return target.equals(STANDARD_OUTPUT)
        ? new Destination(Optional.empty(), false, shell.out())
        : open(Path.of(target), shell);
  }

  /// Opens a file.
  public static Destination open(Path path, Shell shell) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING);
    return new Destination(Optional.of(channel), Files.isRegularFile(path), shell.out());
  }

  /// Whether a target is a file, or may become one: neither standard output nor a device or pipe.
  public static boolean isFile(String target) {
    Path path = Path.of(target);
    return !target.equals(STANDARD_OUTPUT) && (!Files.exists(path) || Files.isRegularFile(path));
  }

  /// A new file for a part of a target: beside it, or among the temporary files if the target is no
  /// file.
  public static Path partOf(String target) throws IOException {
    Path path = Path.of(target).toAbsolutePath();
    if (!isFile(target)) {
      return Files.createTempFile("broadside-", ".part");
    }
    try {
      return Files.createFile(
          path.resolveSibling("." + path.getFileName() + "-" + UUID.randomUUID() + ".part"));
    } catch (AccessDeniedException _) {
      return Files.createTempFile("broadside-", ".part");
    }
  }

  /// Appends a line, whole or not at all.
  ///
  /// @param text without an end of line
  void line(String text) throws IOException {
    long before = regular ? file.orElseThrow().position() : 0;
    try {
      write((text + '\n').getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (regular) {
        file.orElseThrow().truncate(before);
      }
      throw e;
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    broken = true;
    put(bytes, offset, length);
    broken = false;
  }

  /// Whether a write has failed, so that the cause lies here and not in the data.
  public boolean broken() {
    return broken;
  }

  private void put(byte[] bytes, int offset, int length) throws IOException {
    if (file.isEmpty()) {
      standard.write(bytes, offset, length);
      if (standard.checkError()) {
        throw new IOException("standard output takes no more");
      }
      return;
    }
    ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
    while (left.hasRemaining()) {
      file.get().write(left);
    }
  }

  /// Standard output stays open.
  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      file.get().close();
    }
  }
}
