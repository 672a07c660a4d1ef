package dev.broadside.client.pack;

import dev.broadside.client.spool.DiskFile;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The name of a pack.
final class Sha256 {
  private static final int PIECE = 256 * 1024;

  private Sha256() {}

  /// SHA-256 of a whole file, in lower-case hex.
  static String of(DiskFile file) throws IOException {
    MessageDigest digest = newDigest();
    long at = 0;
    for (byte[] piece = file.read(at, PIECE); piece.length > 0; piece = file.read(at, PIECE)) {
      digest.update(piece);
      at += piece.length;
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
