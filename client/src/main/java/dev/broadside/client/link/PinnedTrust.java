package dev.broadside.client.link;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trust in one pinned authority and in nothing else: no system authorities, no trust on first use.
///
/// A server sends its chain with the authority's certificate at the end. The certificate in it that
/// has the pinned fingerprint becomes the only anchor, and then the JDK checks what it always
/// checks: signatures, validity, purpose and, as [#parameters()] ask for it, the host's name.
public final class PinnedTrust {
  /// What to do about a wrong clock ([#wrongClock(Throwable)]): servers renew their certificates.
  public static final String SET_CLOCK =
      "set the clock that is wrong, this host's or the server's, and try again";

  private final SSLContext context;

  public PinnedTrust(AuthorityPin pin) {
    try {
      context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new PinnedManager(pin)}, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  /// Why a certificate was refused, if only its time is wrong; empty otherwise.
  public static Optional<String> wrongClock(Throwable refusal) {
    return Stream.iterate(refusal, Objects::nonNull, Throwable::getCause)
        .flatMap(cause ->
            switch (cause) {
              case CertificateExpiredException _ -> Stream.of("has expired");
              case CertificateNotYetValidException _ -> Stream.of("is not valid yet");
              default -> Stream.<String>empty();
            })
        .findFirst()
        .map(time ->
            "its certificate "
                + time
                + " by this host's clock, so this clock or the server's is wrong");
  }

  public SSLContext context() {
    return context;
  }

  /// TLS 1.3 only, with the host's name checked against the certificate.
  public SSLParameters parameters() {
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  private static final class PinnedManager extends X509ExtendedTrustManager {
    private final AuthorityPin pin;

    PinnedManager(AuthorityPin pin) {
      this.pin = pin;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      anchoredIn(chain).checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      anchoredIn(chain).checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("a connection without a host name to check is not trusted");
    }

    /// The JDK's own checks, with the pinned certificate of a chain as their only anchor.
    private X509ExtendedTrustManager anchoredIn(X509Certificate[] chain)
        throws CertificateException {
      for (X509Certificate certificate : chain) {
        if (AuthorityPin.of(certificate).equals(pin)) {
          return managerOf(certificate);
        }
      }
      throw new WrongAuthorityException(
          "the server's certificate does not come from the pinned authority " + pin);
    }

    private static X509ExtendedTrustManager managerOf(X509Certificate anchor)
        throws CertificateException {
      try {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        anchors.setCertificateEntry("authority", anchor);
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(anchors);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
      } catch (GeneralSecurityException | IOException e) {
        throw new CertificateException("the pinned authority cannot be used: " + e.getMessage(), e);
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw onlyServers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw onlyServers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw onlyServers();
    }

    private static CertificateException onlyServers() {
      return new CertificateException("an agent serves nobody");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /// The server's chain does not hold the pinned certificate.
  public static final class WrongAuthorityException extends CertificateException {
    private static final long serialVersionUID = 1;

    WrongAuthorityException(String message) {
      super(message);
    }
  }
}
