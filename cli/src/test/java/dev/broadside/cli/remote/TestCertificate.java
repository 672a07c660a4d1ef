package dev.broadside.cli.remote;

import dev.broadside.core.time.Time;
import dev.broadside.server.security.CertificateAuthority;
import dev.broadside.server.security.DataDirectory;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
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
      Certificate[] chain = shown.chain().toArray(Certificate[]::new);
      store.setKeyEntry("server", shown.key(), NO_PASSWORD, chain);
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
}
