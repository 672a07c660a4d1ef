package dev.broadside.server.security;

import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import org.bouncycastle.operator.OperatorCreationException;

/// The server's own certificate authority, and the certificate that it gives the server.
///
/// Agents do not trust any public authority: they pin the SHA-256 of this one's certificate, which
/// the join command carries, and check the server's certificate against it. Everything lies in
/// `ca/`:
///
/// | file | what |
/// |---|---|
/// | `ca.pem`, `ca.key` | the authority, ten years |
/// | `server.pem`, `server.key` | the server's certificate and the authority's, ninety days |
public final class CertificateAuthority {
  static final Duration AUTHORITY_LIFE = Duration.ofDays(3_653);
  static final Duration SERVER_LIFE = Duration.ofDays(90);

  /// A certificate is renewed when a third of its life is left.
  static final Duration RENEW_BEFORE = Duration.ofDays(30);

  private final DataDirectory directory;
  private final Time time;
  private final PrivateKey key;
  private final X509Certificate certificate;

  /// The server's certificate as PEM.
  ///
  /// @param chain the server's certificate and the authority's
  /// @param key the private key of the first
  public record ServerCertificate(String chain, String key) {}

  private CertificateAuthority(
      DataDirectory directory, Time time, PrivateKey key, X509Certificate certificate) {
    this.directory = directory;
    this.time = time;
    this.key = key;
    this.certificate = certificate;
  }

  /// The authority in `ca/`, created if it is missing.
  public static CertificateAuthority in(DataDirectory directory, Time time) throws SetupException {
    directory.directory("ca");
    try {
      if (!Files.exists(directory.resolve("ca/ca.pem"))) {
        create(directory, time);
      }
      return new CertificateAuthority(
          directory, time, readKey(directory, "ca/ca.key"), readFirst(directory, "ca/ca.pem"));
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | IllegalArgumentException e) {
      throw broken(directory, e);
    }
  }

  private static void create(DataDirectory directory, Time time)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair keys = Certificates.newKeys();
    X509Certificate made = Certificates.authority(keys, time.now(), AUTHORITY_LIFE);
    // The key first: with the certificate alone, a crash in between would leave an authority that
    // cannot sign.
    directory.write("ca/ca.key", Certificates.pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    directory.write("ca/ca.pem", Certificates.pem("CERTIFICATE", made.getEncoded()));
  }

  /// The SHA-256 of the authority's certificate in DER, in lower-case hex.
  public String fingerprint() {
    try {
      return HexFormat.of().formatHex(Tokens.sha256().digest(certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was read cannot be written", e);
    }
  }

  /// The server's certificate: the present one, or a new one if that is missing, expires soon, or
  /// lacks a name.
  ///
  /// @param names host names and addresses of the server
  public ServerCertificate serverCertificate(Set<String> names) throws SetupException {
    try {
      if (!usable(names)) {
        issue(names);
      }
      return new ServerCertificate(
          Files.readString(directory.resolve("ca/server.pem")),
          Files.readString(directory.resolve("ca/server.key")));
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | IllegalArgumentException e) {
      throw broken(directory, e);
    }
  }

  private boolean usable(Set<String> names) throws IOException, GeneralSecurityException {
    if (!Files.exists(directory.resolve("ca/server.pem"))
        || !Files.exists(directory.resolve("ca/server.key"))) {
      return false;
    }
    readKey(directory, "ca/server.key");
    X509Certificate server = readFirst(directory, "ca/server.pem");
    boolean ours = server.getIssuerX500Principal().equals(certificate.getSubjectX500Principal());
    // A certificate of the future was made while the clock was wrong.
    boolean fresh =
        server.getNotAfter().toInstant().isAfter(time.now().plus(RENEW_BEFORE))
            && !server.getNotBefore().toInstant().isAfter(time.now());
    return ours && fresh && Certificates.names(server).containsAll(names);
  }

  private void issue(Set<String> names)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair keys = Certificates.newKeys();
    X509Certificate server =
        Certificates.server(
            keys.getPublic(), new TreeSet<>(names), key, certificate, time.now(), SERVER_LIFE);
    byte[] own = Certificates.pem("CERTIFICATE", server.getEncoded());
    byte[] authority = Certificates.pem("CERTIFICATE", certificate.getEncoded());
    byte[] chain = new byte[own.length + authority.length];
    System.arraycopy(own, 0, chain, 0, own.length);
    System.arraycopy(authority, 0, chain, own.length, authority.length);
    directory.write(
        "ca/server.key", Certificates.pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    directory.write("ca/server.pem", chain);
  }

  private static X509Certificate readFirst(DataDirectory directory, String name)
      throws IOException, GeneralSecurityException {
    byte[] bytes = Files.readAllBytes(directory.resolve(name));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(bytes));
  }

  private static PrivateKey readKey(DataDirectory directory, String name)
      throws IOException, GeneralSecurityException {
    byte[] der = Certificates.unpem(Files.readString(directory.resolve(name)));
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
  }

  private static SetupException broken(DataDirectory directory, Exception cause) {
    return new SetupException(
        Problem.wrong(
            directory.resolve("ca").toString(),
            "the certificate authority cannot be read or made (" + cause.getMessage() + ")",
            "put the directory back from a backup, or remove it and let the agents join again"),
        cause);
  }
}
