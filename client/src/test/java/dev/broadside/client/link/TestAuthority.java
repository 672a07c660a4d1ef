package dev.broadside.client.link;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// A private certificate authority made for one test.
public final class TestAuthority {
  private static final char[] NO_PASSWORD = new char[0];

  private final KeyPair keys;
  private final X509Certificate certificate;

  public TestAuthority() {
    try {
      keys = newKeys();
      certificate =
          sign(
              builder("CN=Test authority", keys, -10, 1)
                  .addExtension(Extension.basicConstraints, true, new BasicConstraints(0)));
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  public AuthorityPin pin() {
    try {
      return AuthorityPin.of(certificate);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A server's side of TLS, with a certificate of this authority for an IP address.
  ///
  /// @param days how long it is valid; below 0 where it has expired
  public SSLContext server(String address, int days) {
    return server(address, -10, days);
  }

  /// @param from in how many days it begins to be valid
  SSLContext server(String address, int from, int days) {
    try {
      return context(address, from, days);
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private SSLContext context(String address, int from, int days)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    KeyPair serverKeys = newKeys();
    GeneralNames names = new GeneralNames(new GeneralName(GeneralName.iPAddress, address));
    X509Certificate own =
        sign(
            builder("CN=Test server", serverKeys, from, days)
                .addExtension(Extension.subjectAlternativeName, false, names));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "server", serverKeys.getPrivate(), NO_PASSWORD, new X509Certificate[] {own, certificate});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder builder(
      String subject, KeyPair keys, int from, int days) {
    Instant now = Instant.now();
    return new JcaX509v3CertificateBuilder(
        new X500Name("CN=Test authority"),
        BigInteger.valueOf(now.toEpochMilli()),
        Date.from(now.plus(from, ChronoUnit.DAYS)),
        Date.from(now.plus(days, ChronoUnit.DAYS)),
        new X500Name(subject),
        keys.getPublic());
  }

  private X509Certificate sign(X509v3CertificateBuilder builder)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }
}
