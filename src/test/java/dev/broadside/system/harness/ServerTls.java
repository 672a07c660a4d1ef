package dev.broadside.system.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// TLS as whoever can read a server's data folder may speak it.
public final class ServerTls {
  private static final char[] NO_PASSWORD = new char[0];

  private ServerTls() {}

  /// Trusts the server's authority, and shows the server's certificate.
  public static SSLContext of(Path data) {
    Path ca = data.resolve("ca");
    try {
      KeyStore trusted = empty();
      trusted.setCertificateEntry("authority", chain(ca.resolve("ca.pem"))[0]);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      String pem = Files.readString(ca.resolve("server.key")).replaceAll("-----[^-]*-----", "");
      KeyStore own = empty();
      own.setKeyEntry(
          "server",
          KeyFactory.getInstance("EC")
              .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem))),
          NO_PASSWORD,
          chain(ca.resolve("server.pem")));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, NO_PASSWORD);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return tls;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Certificate[] chain(Path pem) throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(pem)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(in)
          .toArray(Certificate[]::new);
    }
  }
}
