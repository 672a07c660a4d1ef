package dev.broadside.cli.remote;

import dev.broadside.core.time.Time;
import dev.broadside.server.security.CertificateAuthority;
import dev.broadside.server.security.DataDirectory;
import java.nio.file.Path;
import java.util.Set;
import javax.net.ssl.SSLContext;

/// A certificate for 127.0.0.1 from an authority of its own, made as a server makes it.
///
/// @param tls what shows it
/// @param authority what a command is given by `--ca`
record TestCertificate(SSLContext tls, String authority) {
  /// @param folder where the authority lies
  static TestCertificate in(Path folder, Time time) {
    try (DataDirectory data = DataDirectory.open(folder)) {
      CertificateAuthority authority = CertificateAuthority.in(data, time);
      SSLContext tls = authority.serverCertificate(Set.of("127.0.0.1")).tls();
      return new TestCertificate(tls, "sha256:" + authority.fingerprint());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
