package dev.broadside.client.spool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/// A disk in memory whose power fails after so many changes: of what was not forced by then, each
/// write is there, is not there or is torn, whatever came after it.
final class PowerLossDisk implements Disk {
  private static final int ENOUGH = 1_000_000;

  private final Map<Path, Content> files = new HashMap<>();
  private final TreeSet<Path> folders = new TreeSet<>();
  private final SplittableRandom random;
  private int changesLeft;

  /// What lies in a file.
  private static final class Content {
    private byte[] forced = {};
    private final List<Change> pending = new ArrayList<>();

    byte[] seen() {
      byte[] seen = forced;
      for (Change change : pending) {
        seen = change.on(seen);
      }
      return seen;
    }
  }

  /// A write, or where there are no bytes, a cut.
  private record Change(long offset, byte[] bytes, boolean cut) {
    byte[] on(byte[] before) {
      if (cut) {
        return Arrays.copyOf(before, (int) offset);
      }
      byte[] after = Arrays.copyOf(before, Math.max(before.length, (int) offset + bytes.length));
      System.arraycopy(bytes, 0, after, (int) offset, bytes.length);
      return after;
    }

    Change torn(SplittableRandom random) {
      return cut
          ? this
          : new Change(offset, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)), false);
    }
  }

  PowerLossDisk(SplittableRandom random) {
    this.random = random;
    this.changesLeft = ENOUGH;
  }

  /// After so many changes the power fails.
  void failAfter(int changes) {
    changesLeft = changes;
  }

  /// The power has failed, and is back.
  void restore() {
    changesLeft = ENOUGH;
    for (Content content : files.values()) {
      for (Change change : content.pending) {
        switch (random.nextInt(3)) {
          case 0 -> content.forced = change.on(content.forced);
          case 1 -> content.forced = change.torn(random).on(content.forced);
          default -> {
            // It is lost.
          }
        }
      }
      content.pending.clear();
    }
  }

  private void change() throws IOException {
    if (changesLeft-- <= 0) {
      throw new IOException("no power");
    }
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    change();
    for (Path one = folder; one != null; one = one.getParent()) {
      folders.add(one);
    }
  }

  @Override
  public List<Path> list(Path folder) {
    TreeSet<Path> all = new TreeSet<>(files.keySet());
    all.addAll(folders);
    return all.stream().filter(path -> folder.equals(path.getParent())).toList();
  }

  @Override
  public DiskFile open(Path file) throws IOException {
    if (!files.containsKey(file)) {
      change();
      files.put(file, new Content());
    }
    Content content = files.get(file);
    return new DiskFile() {
      @Override
      public long size() {
        return content.seen().length;
      }

      @Override
      public void write(long offset, byte[] bytes) throws IOException {
        Change written = new Change(offset, bytes.clone(), false);
        if (changesLeft == 0) {
          content.pending.add(written.torn(random));
        }
        change();
        content.pending.add(written);
      }

      @Override
      public byte[] read(long offset, int length) {
        byte[] seen = content.seen();
        int from = (int) Math.min(offset, seen.length);
        return Arrays.copyOfRange(seen, from, Math.min(seen.length, from + length));
      }

      @Override
      public void truncate(long size) throws IOException {
        change();
        content.pending.add(new Change(size, new byte[0], true));
      }

      @Override
      public void force() throws IOException {
        change();
        content.forced = content.seen();
        content.pending.clear();
      }

      @Override
      public void close() {
        // Nothing is held.
      }
    };
  }

  @Override
  public boolean exists(Path path) {
    return files.containsKey(path) || folders.contains(path);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    change();
    Content moved = files.remove(from);
    if (moved == null) {
      throw new IOException("there is no " + from);
    }
    files.put(to, moved);
  }

  @Override
  public void delete(Path path) throws IOException {
    if (exists(path)) {
      change();
      files.remove(path);
      folders.remove(path);
    }
  }
}
