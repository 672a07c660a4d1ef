package dev.broadside.server.security;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.param.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/// Makes, hashes and compares random tokens; hashes files.
///
/// A token has 256 random bits, written in URL-safe Base64. Since it cannot be guessed, the store
/// needs to keep only a plain SHA-256 of it: nobody can log in with a copy of the store.
public final class Tokens {
  private static final int BYTES = 32;

  private Tokens() {}

  /// A new token of 43 characters.
  public static String make() {
    return Secret.drawn(BYTES).reveal();
  }

  /// Whether a text has the form of a token.
  public static boolean mayBe(String text) {
    return text.matches("[A-Za-z0-9_-]{43}");
  }

  /// The SHA-256 of a token in lower-case hex, for the store.
  public static String hash(String token) {
    return HexFormat.of().formatHex(sha256().digest(token.getBytes(StandardCharsets.UTF_8)));
  }

  /// Compares in a time that does not depend on where two texts differ.
  public static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        sha256().digest(one.getBytes(StandardCharsets.UTF_8)),
        sha256().digest(other.getBytes(StandardCharsets.UTF_8)));
  }

  /// The SHA-256 of a file in lower-case hex.
  public static String hash(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// A digest of the kind by which tokens, packs and certificates are named.
  public static MessageDigest sha256() {
    return Sha256.digest();
  }
}
