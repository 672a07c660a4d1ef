package dev.broadside.client.link;

import dev.broadside.core.digest.Sha256;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Locale;

/// The fingerprint of the one certificate authority that a server's certificate must come from.
///
/// @param hex SHA-256 of the authority's certificate in DER, in lower-case hex
public record AuthorityPin(String hex) {
  private static final String PREFIX = "sha256:";

  public AuthorityPin {
    if (!hex.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("a pin is 64 lower-case hex digits");
    }
  }

  /// Reads `sha256:HEX`, with or without colons between the bytes.
  public static Parsed<AuthorityPin> parse(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    String hex = lower.startsWith(PREFIX) ? lower.substring(PREFIX.length()).replace(":", "") : "";
    return hex.matches("[0-9a-f]{64}")
        ? new Parsed.Value<>(new AuthorityPin(hex))
        : new Parsed.Wrong<>(
            Problem.wrong(
                "fingerprint of the server's authority",
                "it is not sha256: and 64 hex digits",
                "copy it from the join command that the server printed"));
  }

  public static AuthorityPin of(X509Certificate certificate) throws CertificateEncodingException {
    return new AuthorityPin(Sha256.hex(certificate.getEncoded()));
  }

  @Override
  public String toString() {
    return PREFIX + hex;
  }
}
