package dev.broadside.server.security;

import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

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

  private static final char[] NO_PASSWORD = {};

  private final DataDirectory directory;
  private final Time time;
  private final PrivateKey key;
  private final X509Certificate certificate;

  /// @param chain the server's certificate and the authority's
  /// @param key the private key of the first
  public record ServerCertificate(List<X509Certificate> chain, PrivateKey key) {
    /// What shows it to the clients of a server, and asks them for none.
    public SSLContext tls() throws IOException, GeneralSecurityException {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("server", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(keys.getKeyManagers(), new TrustManager[0], new SecureRandom());
      return tls;
    }
  }

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
          directory,
          time,
          readKey(directory, "ca/ca.key"),
          readAll(directory, "ca/ca.pem").getFirst());
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw broken(directory, e);
    }
  }

  private static void create(DataDirectory directory, Time time)
      throws IOException, GeneralSecurityException {
    KeyPair keys = Certificates.newKeys();
    X509Certificate made = Certificates.authority(keys, time.now(), AUTHORITY_LIFE);
    // The key first: with the certificate alone, a crash in between would leave an authority that
    // cannot sign.
    directory.write("ca/ca.key", pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    directory.write("ca/ca.pem", pem("CERTIFICATE", made.getEncoded()));
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
      if (Files.exists(directory.resolve("ca/server.pem"))
          && Files.exists(directory.resolve("ca/server.key"))) {
        ServerCertificate present =
            new ServerCertificate(
                readAll(directory, "ca/server.pem"), readKey(directory, "ca/server.key"));
        if (usable(present.chain().getFirst(), names)) {
          return present;
        }
      }
      return issue(names);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw broken(directory, e);
    }
  }

  private boolean usable(X509Certificate server, Set<String> names)
      throws GeneralSecurityException {
    boolean ours = server.getIssuerX500Principal().equals(certificate.getSubjectX500Principal());
    // A certificate of the future was made while the clock was wrong.
    boolean fresh =
        server.getNotAfter().toInstant().isAfter(time.now().plus(RENEW_BEFORE))
            && !server.getNotBefore().toInstant().isAfter(time.now());
    return ours && fresh && names(server).containsAll(names);
  }

  private ServerCertificate issue(Set<String> names) throws IOException, GeneralSecurityException {
    KeyPair keys = Certificates.newKeys();
    X509Certificate server =
        Certificates.server(
            keys.getPublic(), new TreeSet<>(names), key, certificate, time.now(), SERVER_LIFE);
    byte[] own = pem("CERTIFICATE", server.getEncoded());
    byte[] authority = pem("CERTIFICATE", certificate.getEncoded());
    byte[] chain = new byte[own.length + authority.length];
    System.arraycopy(own, 0, chain, 0, own.length);
    System.arraycopy(authority, 0, chain, own.length, authority.length);
    directory.write("ca/server.key", pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    directory.write("ca/server.pem", chain);
    return new ServerCertificate(List.of(server, certificate), keys.getPrivate());
  }

  /// @return at least one
  private static List<X509Certificate> readAll(DataDirectory directory, String name)
      throws IOException, GeneralSecurityException {
    byte[] bytes = Files.readAllBytes(directory.resolve(name));
    List<X509Certificate> all =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(bytes))
            .stream()
            .map(X509Certificate.class::cast)
            .toList();
    if (all.isEmpty()) {
      throw new CertificateException(name + " has no certificate");
    }
    return all;
  }

  private static PrivateKey readKey(DataDirectory directory, String name)
      throws IOException, GeneralSecurityException {
    byte[] der = unpem(Files.readString(directory.resolve(name)));
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
  }

  /// The host names and addresses in a certificate, addresses as the JDK writes them.
  static Set<String> names(X509Certificate certificate) throws GeneralSecurityException {
    Set<String> names = new TreeSet<>();
    Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
    if (alternatives != null) {
      alternatives.forEach(pair -> names.add(String.valueOf(pair.get(1))));
    }
    return names;
  }

  private static byte[] pem(String kind, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(kind, body, kind)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] unpem(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }

  private static SetupException broken(DataDirectory directory, Exception cause) {
    return new SetupException(
        Problem.wrong(
            directory.resolve("ca").toString(),
            "the certificate authority cannot be read or made (" + cause.getMessage() + ")",
            "put the directory back from a backup, or remove it and let the agents join again"),
        cause);
  }

  /// How certificates are made: keys on the curve P-256, signatures with ECDSA and SHA-256. Alone
  /// with Bouncy Castle, whose jars are signed: a JVM that loads a class from them needs 0.3 s to
  /// verify their lists, and a server that has its certificates must not wait for that.
  static final class Certificates {
    /// Certificates begin a little in the past, for hosts whose clocks are behind.
    private static final Duration CLOCK_SLACK = Duration.ofHours(1);

    private static final int SERIAL_BITS = 128;
    private static final String ADDRESS = "[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*";

    private Certificates() {}

    static KeyPair newKeys() throws GeneralSecurityException {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    }

    /// A certificate authority that signs itself, and only certificates of servers and agents, no
    /// further authorities.
    static X509Certificate authority(KeyPair keys, Instant now, Duration life)
        throws GeneralSecurityException, CertIOException {
      // The serial number is part of the name, so that the authorities of two servers are never
      // taken for one.
      BigInteger serial = newSerial();
      X500Name name =
          new X500Name("CN=Broadside authority " + serial.toString(Character.MAX_RADIX));
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              name, serial, begin(now), end(now, life), name, keys.getPublic());
      JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          extensions.createSubjectKeyIdentifier(keys.getPublic()));
      return sign(builder, keys.getPrivate());
    }

    /// A server's certificate.
    ///
    /// @param names host names and addresses, at least one
    static X509Certificate server(
        PublicKey subject,
        Set<String> names,
        PrivateKey authorityKey,
        X509Certificate authority,
        Instant now,
        Duration life)
        throws GeneralSecurityException, CertIOException {
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              X500Name.getInstance(authority.getSubjectX500Principal().getEncoded()),
              newSerial(),
              begin(now),
              end(now, life),
              new X500Name("CN=Broadside server"),
              subject);
      JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
      builder.addExtension(Extension.subjectAlternativeName, false, alternativeNames(names));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          extensions.createAuthorityKeyIdentifier(authority));
      builder.addExtension(
          Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(subject));
      return sign(builder, authorityKey);
    }

    private static GeneralNames alternativeNames(Set<String> names) {
      return new GeneralNames(
          names.stream()
              .map(name ->
                  new GeneralName(
                      name.matches(ADDRESS) ? GeneralName.iPAddress : GeneralName.dNSName, name))
              .toArray(GeneralName[]::new));
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
        throws GeneralSecurityException {
      try {
        ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key);
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
      } catch (OperatorCreationException e) {
        throw new GeneralSecurityException(e);
      }
    }

    private static BigInteger newSerial() {
      return new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS - 1);
    }

    private static Date begin(Instant now) {
      return Date.from(now.minus(CLOCK_SLACK));
    }

    private static Date end(Instant now, Duration life) {
      return Date.from(now.plus(life));
    }
  }
}
