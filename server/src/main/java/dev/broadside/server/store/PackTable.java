package dev.broadside.server.store;

import java.util.List;
import java.util.Optional;

/// What the server knows of its packs; their bytes lie in files.
public final class PackTable {
  /// Keeps a pack; one of the same SHA-256 is the same pack, and stays as it is.
  public void add(PackRow pack) {
    throw new UnsupportedOperationException();
  }

  public Optional<PackRow> find(String sha256) {
    throw new UnsupportedOperationException();
  }

  /// All packs, newest first.
  public List<PackRow> all() {
    throw new UnsupportedOperationException();
  }

  /// The newest pack that has a job class.
  public Optional<PackRow> newestWith(String jobClass) {
    throw new UnsupportedOperationException();
  }
}
