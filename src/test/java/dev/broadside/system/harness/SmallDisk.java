package dev.broadside.system.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A disk of a size of its own, in memory, at a folder: fills up and has room again as a test
/// wants. Needs Linux and root; without them the test reports that it was not run.
public final class SmallDisk implements AutoCloseable {
  private static final int PIECE = 4_096;

  private final Path folder;
  private final Path ballast;

  private SmallDisk(Path folder) {
    this.folder = folder;
    this.ballast = folder.resolve("ballast");
  }

  /// Puts an empty disk at a folder, which is made.
  public static SmallDisk at(Path folder, int megabytes) {
    if (!"root".equals(System.getProperty("user.name"))) {
      throw NotRun.because("what is tested on full disks needs root and Linux");
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", "" + folder) != 0) {
      throw NotRun.because("what is tested on full disks needs leave to mount a tmpfs");
    }
    return new SmallDisk(folder);
  }

  /// Leaves no byte of room.
  public void fill() {
    try (OutputStream out = Files.newOutputStream(ballast)) {
      byte[] piece = new byte[PIECE];
      while (true) {
        out.write(piece);
      }
    } catch (IOException e) {
      // That was the last of it.
    }
  }

  /// Gives the room back.
  public void free() {
    try {
      Files.delete(ballast);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    // Lazily: a process that is about to end may still hold a file.
    run("umount", "-l", "" + folder);
  }

  private static int run(String... words) {
    try {
      return new ProcessBuilder(words).inheritIO().start().waitFor();
    } catch (IOException e) {
      return 127;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
