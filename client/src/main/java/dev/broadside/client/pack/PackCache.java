package dev.broadside.client.pack;

import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.DiskFile;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.Message.PackChunk;
import dev.broadside.core.wire.Message.PackRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// The packs that an agent has: fetched from the server piece by piece, checked against their
/// SHA-256, and kept as `packs/SHA256.jar`; only the ones used last are kept ([PackFolder]).
///
/// A pack is checked again each time it is wanted; one that was changed on disk is fetched anew,
/// and one whose bytes the server sends wrong is refused. A fetch that was cut off, by the network
/// or by the agent's death, goes on where it stopped. All state belongs to the executor that is
/// given, which runs one task at a time; callbacks run there.
public final class PackCache {
  private final Disk disk;
  private final PackFolder folder;
  private final PackTrust trust;
  private final Executor io;
  private final Consumer<PackRequest> server;
  private final Consumer<String> log;
  private final Map<String, PackFetch> fetches = new HashMap<>();

  /// Hears how far a fetch is.
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

    /// There is no such pack, or it is not what it should be.
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
    this(disk, new PackFolder(disk, folder, PackFolder.KEPT_BYTES), trust, io, server, log);
  }

  PackCache(
      Disk disk,
      PackFolder folder,
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
  /// @param inUse packs that workers may be loading, which are kept however long ago they were
  ///   fetched
  public void fetch(String sha256, Set<String> inUse, Progress progress, Consumer<Result> then) {
    io.execute(() -> {
      PackFetch running = fetches.get(sha256);
      if (running != null) {
        running.also(progress, then);
      } else {
        use(sha256, inUse);
        fetchNew(sha256, progress, then);
      }
    });
  }

  /// That old packs cannot be deleted keeps nobody from running a new one.
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
      PackFetch fetch = new PackFetch(sha256, disk.open(folder.part(sha256)));
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
      if (Sha256.of(file).equals(sha256)) {
        return true;
      }
    }
    log.accept("pack " + sha256 + " was changed on this host and is fetched anew");
    disk.delete(jar);
    return false;
  }

  /// Looked at each time, since the keys may have changed since it was fetched.
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

  private void request(PackFetch fetch) throws IOException {
    server.accept(new PackRequest(fetch.sha256(), fetch.size()));
  }

  /// The server sent a piece.
  public void received(PackChunk chunk) {
    io.execute(() -> {
      PackFetch fetch = fetches.get(chunk.sha256());
      if (fetch != null) {
        take(fetch, chunk);
      }
    });
  }

  private void take(PackFetch fetch, PackChunk chunk) {
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

  private void add(PackFetch fetch, PackChunk chunk) throws IOException {
    fetch.add(chunk.bytes());
    fetch.tellProgress(chunk.total());
    if (fetch.size() < chunk.total() && chunk.bytes().length > 0) {
      request(fetch);
    } else if (fetch.isWhole()) {
      fetch.close();
      disk.rename(folder.part(fetch.sha256()), folder.jar(fetch.sha256()));
      end(fetch, trusted(fetch.sha256()));
    } else if (fetch.resumed()) {
      // What an earlier process left behind may be what is wrong, so the server gets a second
      // chance.
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

  private void end(PackFetch fetch, Result result) {
    fetches.remove(fetch.sha256());
    try {
      fetch.close();
      disk.delete(folder.part(fetch.sha256()));
    } catch (IOException e) {
      log.accept("a part of a pack cannot be deleted: " + e.getMessage());
    }
    fetch.tell(result);
  }

  /// There is a connection again: goes on with what was under way.
  public void connected() {
    io.execute(() -> {
      for (PackFetch fetch : fetches.values().toArray(PackFetch[]::new)) {
        try {
          request(fetch);
        } catch (IOException e) {
          end(fetch, new Result.Failed("a pack cannot be kept: " + e.getMessage()));
        }
      }
    });
  }
}
