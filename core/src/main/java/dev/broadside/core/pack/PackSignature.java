package dev.broadside.core.pack;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Who made a pack: an Ed25519 signature (RFC 8032) of the names and contents of all its files, in
/// a file of its own within the pack. Order, compression and times of the archive do not count.
public final class PackSignature {
  /// The signature's place in a pack; the entry is Base64.
  public static final String ENTRY = "META-INF/broadside/signature";

  /// No signature is longer.
  public static final int MAX_BYTES = 1_024;

  private static final String ALGORITHM = "Ed25519";
  private static final byte[] PURPOSE =
      "broadside pack 1".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private final TreeMap<String, byte[]> digests = new TreeMap<>();

  /// Adds a file; the signature itself is left out.
  ///
  /// @param sha256 of its contents
  public void add(String name, byte[] sha256) {
    if (!name.equals(ENTRY)) {
      digests.put(name, sha256.clone());
    }
  }

  /// The signature of the added files.
  public String sign(PrivateKey key) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(ALGORITHM);
    signature.initSign(key);
    signature.update(signed());
    return Base64.getEncoder().encodeToString(signature.sign());
  }

  /// The owner of the key that signed the added files; empty if none of these keys did.
  ///
  /// @param keys by the name of their owner
  public Optional<String> signer(String signature, Map<String, PublicKey> keys) {
    return keys.entrySet().stream()
        .filter(one -> verifies(signature, one.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private boolean verifies(String text, PublicKey key) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(signed());
      return signature.verify(Base64.getDecoder().decode(text.strip()));
    } catch (GeneralSecurityException | IllegalArgumentException _) {
      // Bytes that are not a signature match no key.
      return false;
    }
  }

  private byte[] signed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(PURPOSE);
      for (Map.Entry<String, byte[]> one : digests.entrySet()) {
        out.writeUTF(one.getKey());
        out.write(one.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
