package dev.broadside.server.security;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// How certificates are made: keys on the curve P-256, signatures with ECDSA and SHA-256.
final class Certificates {
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
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
    // The serial number is part of the name, so that the authorities of two servers are never taken
    // for one.
    BigInteger serial = newSerial();
    X500Name name = new X500Name("CN=Broadside authority " + serial.toString(Character.MAX_RADIX));
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
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
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

  /// The host names and addresses in a certificate, addresses as the JDK writes them.
  static Set<String> names(X509Certificate certificate) throws GeneralSecurityException {
    Set<String> names = new TreeSet<>();
    Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
    if (alternatives != null) {
      alternatives.forEach(pair -> names.add(String.valueOf(pair.get(1))));
    }
    return names;
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
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

  static byte[] pem(String kind, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(kind, body, kind)
        .getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] unpem(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
  }
}
