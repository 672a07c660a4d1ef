package dev.broadside.client.pack;

import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.DiskFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An agent's folder of packs, of which the ones used last are kept.
///
/// ```
/// SHA256.jar    a pack
/// SHA256.part   one on its way
/// SHA256.lib/   a pack's libraries, extracted by a worker
/// SHA256.old/   the same, being deleted
/// used          the packs in the order of their last use, one a line
/// ```
///
/// Used by one thread at a time.
final class PackFolder {
  /// So many packs are kept, and those in use besides.
  static final int KEPT = 20;

  /// They take no more room than this with their libraries, but for those in use and the newest.
  static final long KEPT_BYTES = 1L << 30;

  private static final Pattern NAME = Pattern.compile("([0-9a-f]{64})\\.(jar|part|lib|old)");
  private static final int MAX_ORDER_BYTES = 64 * 1024;

  private final Disk disk;
  private final Path folder;
  private final long keptBytes;

  PackFolder(Disk disk, Path folder, long keptBytes) {
    this.disk = disk;
    this.folder = folder;
    this.keptBytes = keptBytes;
  }

  Path jar(String sha256) {
    return folder.resolve(sha256 + ".jar");
  }

  Path part(String sha256) {
    return folder.resolve(sha256 + ".part");
  }

  /// Notes that a pack is wanted now, and deletes those that nobody has wanted for the longest
  /// time.
  ///
  /// @param inUse those that are not to be deleted
  void use(String sha256, Set<String> inUse) throws IOException {
    disk.createFolder(folder);
    List<String> order = new ArrayList<>(order());
    order.remove(sha256);
    order.add(sha256);
    long bytes = 0;
    for (String one : order) {
      bytes += bytes(one);
    }
    List<String> all = List.copyOf(order);
    for (int i = 0; i < all.size() - 1; i++) {
      String old = all.get(i);
      if (!inUse.contains(old) && (i < all.size() - KEPT || bytes > keptBytes)) {
        bytes -= bytes(old);
        delete(old);
        order.remove(old);
      }
    }
    disk.replace(used(), String.join("\n", order).getBytes(StandardCharsets.UTF_8));
  }

  private long bytes(String sha256) throws IOException {
    List<Path> files = new ArrayList<>(disk.list(libraries(sha256)));
    files.add(jar(sha256));
    files.add(part(sha256));
    long bytes = 0;
    for (Path one : files) {
      if (disk.exists(one)) {
        try (DiskFile file = disk.open(one)) {
          bytes += file.size();
        }
      }
    }
    return bytes;
  }

  private Path libraries(String sha256) {
    return folder.resolve(sha256 + ".lib");
  }

  private Path used() {
    return folder.resolve("used");
  }

  /// What lies here, that of which nothing is known first.
  private Set<String> order() throws IOException {
    Set<String> lying = new LinkedHashSet<>();
    for (Path path : disk.list(folder)) {
      Matcher name = NAME.matcher(path.getFileName().toString());
      if (name.matches()) {
        lying.add(name.group(1));
      }
    }
    List<String> known = known().filter(lying::contains).toList();
    known.forEach(lying::remove);
    lying.addAll(known);
    return lying;
  }

  private Stream<String> known() throws IOException {
    if (!disk.exists(used())) {
      return Stream.empty();
    }
    try (DiskFile file = disk.open(used())) {
      return new String(file.read(0, MAX_ORDER_BYTES), StandardCharsets.UTF_8).lines();
    }
  }

  private void delete(String sha256) throws IOException {
    disk.delete(jar(sha256));
    disk.delete(part(sha256));
    Path old = folder.resolve(sha256 + ".old");
    deleteFolder(old);
    Path libraries = libraries(sha256);
    if (disk.exists(libraries)) {
      // In one step out of the way, so that nobody ever loads half of them.
      disk.rename(libraries, old);
      deleteFolder(old);
    }
  }

  private void deleteFolder(Path doomed) throws IOException {
    for (Path file : disk.list(doomed)) {
      disk.delete(file);
    }
    disk.delete(doomed);
  }
}
