package dev.broadside.client.pack;

import dev.broadside.client.spool.DiskFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// One pack on its way from the server, in a file that grows. Used by one thread at a time.
final class PackFetch {
  private final String sha256;
  private final DiskFile part;
  private final List<Consumer<PackCache.Result>> waiting = new ArrayList<>();
  private final List<PackCache.Progress> watching = new ArrayList<>();
  private boolean resumed;
  private boolean closed;

  PackFetch(String sha256, DiskFile part) throws IOException {
    this.sha256 = sha256;
    this.part = part;
    this.resumed = part.size() > 0;
  }

  String sha256() {
    return sha256;
  }

  /// Somebody else wants it too.
  void also(PackCache.Progress progress, Consumer<PackCache.Result> then) {
    watching.add(progress);
    waiting.add(then);
  }

  void tellProgress(long whole) throws IOException {
    long size = part.size();
    watching.forEach(progress -> progress.at(size, whole));
  }

  void tell(PackCache.Result result) {
    waiting.forEach(then -> then.accept(result));
  }

  /// How much is here.
  long size() throws IOException {
    return part.size();
  }

  void add(byte[] bytes) throws IOException {
    part.write(part.size(), bytes);
  }

  /// Whether all that is here, made durable, is the pack.
  boolean isWhole() throws IOException {
    part.force();
    return Sha256.of(part).equals(sha256);
  }

  /// Whether its beginning was left behind by an earlier process.
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
