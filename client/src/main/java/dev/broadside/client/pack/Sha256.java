package dev.broadside.client.pack;

import dev.broadside.client.spool.DiskFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 in lower-case hex. A pack is identified by that of its file.
public final class Sha256 {
  private static final int PIECE = 256 * 1024;

  private Sha256() {}

  static String of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return of(_ -> in.readNBytes(PIECE));
    }
  }

  static String of(DiskFile file) throws IOException {
    return of(at -> file.read(at, PIECE));
  }

  /// Gives the next piece of a file; an empty one at its end.
  private interface Pieces {
    byte[] from(long at) throws IOException;
  }

  private static String of(Pieces pieces) throws IOException {
    MessageDigest digest = newDigest();
    long at = 0;
    for (byte[] piece = pieces.from(at); piece.length > 0; piece = pieces.from(at)) {
      digest.update(piece);
      at += piece.length;
    }
    return hex(digest.digest());
  }

  /// The SHA-256 of a text.
  public static String of(String text) {
    return hex(newDigest().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
