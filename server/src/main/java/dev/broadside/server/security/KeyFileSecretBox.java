package dev.broadside.server.security;

import dev.broadside.core.param.Problem;
import dev.broadside.server.store.base.SecretBox;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts with AES-256 in Galois/Counter Mode, with a key from a file in the data folder.
///
/// A sealed text is `v1:` and the Base64 of a random nonce, the ciphertext and its tag. The tag
/// covers the row in which the text is stored, so that nobody with write access to the store can
/// move a secret to another job. Random nonces of 96 bits are safe for some four billion texts
/// under one key.
public final class KeyFileSecretBox implements SecretBox {
  private static final String PREFIX = "v1:";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final SecureRandom random;

  private KeyFileSecretBox(SecretKeySpec key, SecureRandom random) {
    this.key = key;
    this.random = random;
  }

  /// With the key in the file `key`, which is made if it is missing.
  public static KeyFileSecretBox in(DataDirectory directory) throws SetupException {
    SecureRandom random = new SecureRandom();
    String text = directory.secret("key", () -> newKey(random));
    byte[] bytes = decode(text);
    if (bytes.length != KEY_BYTES) {
      throw new SetupException(
          Problem.wrong(
              directory.resolve("key").toString(),
              "it does not hold a key of 256 bits in Base64",
              "put the key back from a backup; without it the secrets of stored jobs are lost"));
    }
    return new KeyFileSecretBox(new SecretKeySpec(bytes, "AES"), random);
  }

  private static String newKey(SecureRandom random) {
    byte[] bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] decode(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException _) {
      return new byte[0];
    }
  }

  @Override
  public String seal(String text, String place) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = Cipher.getInstance(CIPHER);
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(place.getBytes(StandardCharsets.UTF_8));
      byte[] encrypted = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
      byte[] all = Arrays.copyOf(nonce, nonce.length + encrypted.length);
      System.arraycopy(encrypted, 0, all, nonce.length, encrypted.length);
      return PREFIX + Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a secret cannot be encrypted", e);
    }
  }

  @Override
  public String open(String sealed, String place) {
    if (!sealed.startsWith(PREFIX)) {
      throw new IllegalStateException("a stored secret is not in a form that this version reads");
    }
    byte[] all = decode(sealed.substring(PREFIX.length()));
    if (all.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
      throw new IllegalStateException("a stored secret is cut off");
    }
    try {
      Cipher cipher = Cipher.getInstance(CIPHER);
      cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, all, 0, NONCE_BYTES));
      cipher.updateAAD(place.getBytes(StandardCharsets.UTF_8));
      byte[] text = cipher.doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
      return new String(text, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "a stored secret was encrypted with another key or for another place, or was changed since",
          e);
    }
  }
}
