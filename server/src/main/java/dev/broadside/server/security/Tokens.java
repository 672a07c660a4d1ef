package dev.broadside.server.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/// Unguessable texts, and how they are kept and compared.
///
/// A token has 256 random bits, written in URL-safe Base64. Since it cannot be guessed, a plain
/// SHA-256 is enough to keep it by: a copy of the store is of no use to whoever reads it.
public final class Tokens {
  private static final int BYTES = 32;

  private final SecureRandom random = new SecureRandom();

  /// A new token of 43 characters.
  public String make() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// What is kept of a token: its SHA-256 in lower-case hex.
  public static String hash(String token) {
    return HexFormat.of().formatHex(sha256().digest(token.getBytes(StandardCharsets.UTF_8)));
  }

  /// Compares in a time that does not depend on where two texts differ.
  public static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        sha256().digest(one.getBytes(StandardCharsets.UTF_8)),
        sha256().digest(other.getBytes(StandardCharsets.UTF_8)));
  }

  /// A digest of the kind by which tokens, packs and certificates are named.
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
