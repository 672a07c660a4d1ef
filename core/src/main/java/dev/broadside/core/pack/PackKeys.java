package dev.broadside.core.pack;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// The keys of [PackSignature] as texts: PEM (RFC 7468), as OpenSSL writes them.
public final class PackKeys {
  private static final String ALGORITHM = "Ed25519";
  private static final int LINE = 64;

  private PackKeys() {}

  /// A new pair.
  public static KeyPair generate() {
    try {
      return KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  public static String write(Key key) {
    String kind = key instanceof PrivateKey ? "PRIVATE KEY" : "PUBLIC KEY";
    String text = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }

  /// @throws GeneralSecurityException if the text is not a private Ed25519 key
  public static PrivateKey readPrivate(String text) throws GeneralSecurityException {
    return factory().generatePrivate(new PKCS8EncodedKeySpec(bytes(text, "PRIVATE KEY")));
  }

  /// @throws GeneralSecurityException if the text is not a public Ed25519 key
  public static PublicKey readPublic(String text) throws GeneralSecurityException {
    return factory().generatePublic(new X509EncodedKeySpec(bytes(text, "PUBLIC KEY")));
  }

  private static KeyFactory factory() throws GeneralSecurityException {
    return KeyFactory.getInstance(ALGORITHM);
  }

  private static byte[] bytes(String text, String kind) throws GeneralSecurityException {
    String head = "-----BEGIN " + kind + "-----";
    int begin = text.indexOf(head);
    int end = text.indexOf("-----END " + kind + "-----");
    if (begin < 0 || end < begin) {
      throw new GeneralSecurityException(
          "it is not a PEM file of a " + kind.toLowerCase(java.util.Locale.ROOT));
    }
    try {
      return Base64.getMimeDecoder().decode(text.substring(begin + head.length(), end));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("it is not Base64", e);
    }
  }
}
