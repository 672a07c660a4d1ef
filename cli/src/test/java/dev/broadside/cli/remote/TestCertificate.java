package dev.broadside.cli.remote;

import dev.broadside.core.time.Time;
import dev.broadside.server.security.CertificateAuthority;
import dev.broadside.server.security.DataDirectory;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A certificate for 127.0.0.1 from an authority of its own, made as a server makes it.
///
/// @param tls what shows it
/// @param authority what a command is given by `--ca`
record TestCertificate(SSLContext tls, String authority) {
  private static final char[] NO_PASSWORD = new char[0];

  /// @param folder where the authority lies
  static TestCertificate in(Path folder, Time time) {
    try (DataDirectory data = DataDirectory.open(folder)) {
      CertificateAuthority authority = CertificateAuthority.in(data, time);
      var shown = authority.serverCertificate(Set.of("127.0.0.1"));
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(shown.chain().getBytes(StandardCharsets.US_ASCII)))
              .toArray(Certificate[]::new);
      store.setKeyEntry("server", key(shown.key()), NO_PASSWORD, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(keys.getKeyManagers(), null, null);
      return new TestCertificate(tls, "sha256:" + authority.fingerprint());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static PrivateKey key(String pem) throws Exception {
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]*-----", ""));
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
  }
}
