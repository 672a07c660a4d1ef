package dev.broadside.server.store.row;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.core.pack.PackReference;
import java.time.Instant;

/// A pack that the server has.
///
/// @param sha256 its name, in lower-case hex
/// @param bytes its size
public record PackRow(String sha256, PackDescriptor descriptor, long bytes, Instant installedAt) {
  public PackRow {
    requireNonNull(descriptor);
  }

  /// Its name, `NAME@VERSION`.
  public String reference() {
    return PackReference.of(descriptor);
  }
}
