package dev.broadside.server.packs;

/// How much an uploaded archive may cost. Every figure is counted while reading; what the archive
/// says of itself is ignored.
///
/// @param fileBytes the archive itself
/// @param expandedBytes all that comes out of it, archives within it included
/// @param entries files and directories, those of archives within it included
/// @param ratio expanded bytes for each byte of the archive
public record PackLimits(
    long fileBytes, long expandedBytes, int entries, int ratio, int descriptorBytes) {
  private static final long MEBI = 1 << 20;

  /// The limits of a server.
  public static final PackLimits DEFAULT =
      new PackLimits(64 * MEBI, 256 * MEBI, 10_000, 100, (int) MEBI);
}
