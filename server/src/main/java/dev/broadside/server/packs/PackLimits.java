package dev.broadside.server.packs;

/// The limits of an uploaded archive. Everything is counted while reading; the archive's own
/// headers are not trusted.
///
/// @param fileBytes the size of the archive
/// @param expandedBytes its expanded size, including archives within it
/// @param entries files and directories, including those of archives within it
/// @param ratio expanded bytes for each byte of the archive
public record PackLimits(
    long fileBytes, long expandedBytes, int entries, int ratio, int descriptorBytes) {
  private static final long MEBI = 1 << 20;

  /// The limits of a server.
  public static final PackLimits DEFAULT =
      new PackLimits(64 * MEBI, 256 * MEBI, 10_000, 100, (int) MEBI);
}
