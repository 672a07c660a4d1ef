package dev.broadside.client.pack;

import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.DiskFile;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.core.wire.Message.PackRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The packs that an agent has: fetched from the server piece by piece, checked against their
/// SHA-256, and kept as `packs/SHA256.jar`; only the ones used last are kept ([Folder]).
///
/// A pack is checked again each time it is wanted; one that was changed on disk is fetched anew,
/// and one whose bytes the server sends wrong is refused. A fetch that was cut off, by the network
/// or by the agent's death, goes on where it stopped. All state belongs to the executor that is
/// given, which runs one task at a time; callbacks run there.
public final class PackCache {
  private final Disk disk;
  private final Folder folder;
  private final PackTrust trust;
  private final Executor io;
  private final Consumer<PackRequest> server;
  private final Consumer<String> log;
  private final Map<String, Fetch> fetches = new HashMap<>();

  /// Takes how far a fetch is.
  @FunctionalInterface
  public interface Progress {
    /// @param size how many bytes are here
    /// @param whole how many there will be
    void at(long size, long whole);
  }

  /// How a fetch came out.
  public sealed interface Result {
    /// The pack is here.
    record Ready(Path file) implements Result {}

    /// There is no such pack, or it is not valid.
    record Refused(Problem problem) implements Result {}

    /// This host could not keep it.
    record Failed(String reason) implements Result {}
  }

  /// @param server takes a request to the server, as long as there is a connection
  public PackCache(
      Disk disk,
      Path folder,
      PackTrust trust,
      Executor io,
      Consumer<PackRequest> server,
      Consumer<String> log) {
    this(disk, new Folder(disk, folder, Folder.KEPT_BYTES), trust, io, server, log);
  }

  PackCache(
      Disk disk,
      Folder folder,
      PackTrust trust,
      Executor io,
      Consumer<PackRequest> server,
      Consumer<String> log) {
    this.disk = disk;
    this.folder = folder;
    this.trust = trust;
    this.io = io;
    this.server = server;
    this.log = log;
  }

  /// Gets a pack, from the folder or from the server.
  ///
  /// @param inUse packs that workers may be loading, which are kept in any case
  public void fetch(String sha256, Set<String> inUse, Progress progress, Consumer<Result> then) {
    io.execute(() -> {
      Fetch running = fetches.get(sha256);
      if (running != null) {
        running.also(progress, then);
      } else {
        use(sha256, inUse);
        fetchNew(sha256, progress, then);
      }
    });
  }

  /// Notes that a pack is wanted. If old packs cannot be deleted, the new one is still fetched.
  private void use(String sha256, Set<String> inUse) {
    Set<String> kept = new HashSet<>(inUse);
    kept.addAll(fetches.keySet());
    try {
      folder.use(sha256, kept);
    } catch (IOException e) {
      log.accept("old packs cannot be deleted: " + e.getMessage());
    }
  }

  private void fetchNew(String sha256, Progress progress, Consumer<Result> then) {
    try {
      if (cached(sha256)) {
        then.accept(trusted(sha256));
        return;
      }
      Fetch fetch = new Fetch(sha256, disk.open(folder.part(sha256)));
      fetch.also(progress, then);
      fetches.put(sha256, fetch);
      request(fetch);
    } catch (IOException e) {
      then.accept(new Result.Failed("pack " + sha256 + " cannot be kept: " + e.getMessage()));
    }
  }

  private boolean cached(String sha256) throws IOException {
    Path jar = folder.jar(sha256);
    if (!disk.exists(jar)) {
      return false;
    }
    try (DiskFile file = disk.open(jar)) {
      if (file.sha256().equals(sha256)) {
        return true;
      }
    }
    log.accept("pack " + sha256 + " was changed on this host and is fetched anew");
    disk.delete(jar);
    return false;
  }

  /// Checks the signature each time, since the trusted keys may have changed after the pack was
  /// fetched.
  private Result trusted(String sha256) throws IOException {
    Path jar = folder.jar(sha256);
    if (trust.asksOf(sha256)) {
      try (PackFile pack = PackFile.open(jar)) {
        Optional<PackTrust.Objection> objection =
            trust.against(pack.signature(), pack.contents(), "agent");
        if (objection.isPresent()) {
          return refused(sha256, objection.get().what(), objection.get().mend());
        }
      } catch (PackException e) {
        return refused(sha256, String.valueOf(e.getMessage()), "build it again");
      }
    }
    return new Result.Ready(jar);
  }

  private void request(Fetch fetch) throws IOException {
    server.accept(new PackRequest(fetch.sha256(), fetch.size()));
  }

  /// The server sent a piece.
  public void received(PackChunk chunk) {
    io.execute(() -> {
      Fetch fetch = fetches.get(chunk.sha256());
      if (fetch != null) {
        take(fetch, chunk);
      }
    });
  }

  private void take(Fetch fetch, PackChunk chunk) {
    try {
      if (chunk.total() < 0) {
        end(
            fetch,
            refused(fetch.sha256(), "the server does not have it", "install the pack again"));
      } else if (chunk.total() > PackFile.MAX_FILE_BYTES) {
        end(fetch, refused(fetch.sha256(), "it is larger than 64 MiB", "make it smaller"));
      } else if (chunk.offset() == fetch.size()) {
        add(fetch, chunk);
      }
    } catch (IOException e) {
      end(fetch, new Result.Failed("a pack cannot be kept: " + e.getMessage()));
    }
  }

  private void add(Fetch fetch, PackChunk chunk) throws IOException {
    fetch.add(chunk.bytes());
    fetch.reportProgress(chunk.total());
    if (fetch.size() < chunk.total() && chunk.bytes().length > 0) {
      request(fetch);
    } else if (fetch.isWhole()) {
      fetch.close();
      disk.rename(folder.part(fetch.sha256()), folder.jar(fetch.sha256()));
      end(fetch, trusted(fetch.sha256()));
    } else if (fetch.resumed()) {
      // The beginning left by an earlier process may be wrong, so the whole pack is fetched again.
      fetch.restart();
      request(fetch);
    } else {
      end(
          fetch,
          refused(
              fetch.sha256(),
              "the bytes that the server sent do not have this SHA-256",
              "install the pack again on the server"));
    }
  }

  private static Result refused(String sha256, String what, String mend) {
    return new Result.Refused(Problem.wrong("pack " + sha256, what, mend));
  }

  private void end(Fetch fetch, Result result) {
    fetches.remove(fetch.sha256());
    try {
      fetch.close();
      disk.delete(folder.part(fetch.sha256()));
    } catch (IOException e) {
      log.accept("a part of a pack cannot be deleted: " + e.getMessage());
    }
    fetch.finish(result);
  }

  /// Goes on with unfinished fetches after a reconnect.
  public void connected() {
    io.execute(() -> {
      for (Fetch fetch : fetches.values().toArray(Fetch[]::new)) {
        try {
          request(fetch);
        } catch (IOException e) {
          end(fetch, new Result.Failed("a pack cannot be kept: " + e.getMessage()));
        }
      }
    });
  }

  /// One pack on its way from the server, in a file that grows. Used by one thread at a time.
  private static final class Fetch {
    private final String sha256;
    private final DiskFile part;
    private final List<Consumer<PackCache.Result>> waiting = new ArrayList<>();
    private final List<PackCache.Progress> watching = new ArrayList<>();
    private boolean resumed;
    private boolean closed;

    Fetch(String sha256, DiskFile part) throws IOException {
      this.sha256 = sha256;
      this.part = part;
      this.resumed = part.size() > 0;
    }

    String sha256() {
      return sha256;
    }

    /// Adds another caller that waits for this pack.
    void also(PackCache.Progress progress, Consumer<PackCache.Result> then) {
      watching.add(progress);
      waiting.add(then);
    }

    void reportProgress(long whole) throws IOException {
      long size = part.size();
      watching.forEach(progress -> progress.at(size, whole));
    }

    void finish(PackCache.Result result) {
      waiting.forEach(then -> then.accept(result));
    }

    /// How much is here.
    long size() throws IOException {
      return part.size();
    }

    void add(byte[] bytes) throws IOException {
      part.write(part.size(), bytes);
    }

    /// Makes what is here durable; true if it is the whole pack.
    boolean isWhole() throws IOException {
      part.force();
      return part.sha256().equals(sha256);
    }

    /// Whether its beginning was left by an earlier process.
    boolean resumed() {
      return resumed;
    }

    void restart() throws IOException {
      part.truncate(0);
      resumed = false;
    }

    void close() throws IOException {
      if (!closed) {
        closed = true;
        part.close();
      }
    }
  }

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
  static final class Folder {
    /// How many packs are kept, not counting those in use.
    static final int KEPT = 20;

    /// How much room they may take with their libraries, not counting those in use and the newest.
    static final long KEPT_BYTES = 1L << 30;

    private static final Pattern NAME = Pattern.compile("([0-9a-f]{64})\\.(jar|part|lib|old)");
    private static final int MAX_ORDER_BYTES = 64 * 1024;

    private final Disk disk;
    private final Path folder;
    private final long keptBytes;

    Folder(Disk disk, Path folder, long keptBytes) {
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

    /// Notes that a pack is wanted now, and deletes those that were last wanted the longest ago.
    ///
    /// @param inUse packs that must not be deleted
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

    /// The packs in this folder in the order of their last use; packs of unknown use come first.
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
        // Renamed first, in one step, so that no worker loads half of them.
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
}
