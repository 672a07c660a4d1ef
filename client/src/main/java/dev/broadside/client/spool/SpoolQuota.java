package dev.broadside.client.spool;

/// How many bytes all spools of an agent may have on disk together. Safe for use by several
/// threads.
public final class SpoolQuota {
  private final long limitBytes;
  private long usedBytes;

  public SpoolQuota(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /// Takes room if there is enough.
  synchronized boolean take(long bytes) {
    if (usedBytes + bytes > limitBytes) {
      return false;
    }
    usedBytes += bytes;
    return true;
  }

  /// Counts what is on disk already.
  synchronized void found(long bytes) {
    usedBytes += bytes;
  }

  synchronized void giveBack(long bytes) {
    usedBytes -= bytes;
  }

  public synchronized long usedBytes() {
    return usedBytes;
  }
}
