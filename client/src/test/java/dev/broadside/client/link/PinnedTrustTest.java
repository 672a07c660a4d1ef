package dev.broadside.client.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.wire.Message.Ping;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;

class PinnedTrustTest {
  private final TestAuthority authority;

  PinnedTrustTest() throws Exception {
    authority = new TestAuthority();
  }

  @Test
  void aServerOfThePinnedAuthorityIsTrusted() throws Exception {
    Heard there = new Heard();
    try (LinkServer server = serverWith(authority.server("127.0.0.1", 1), there);
        WebSocketDialer dialer = dialer(server, authority.pin())) {
      Dialled.by(dialer, LinkServer.CREDENTIAL, _ -> new Heard()).link().send(new Ping(1));
      assertEquals(new Ping(1), there.next());
    }
  }

  @Test
  void anotherAuthorityIsRefused() throws Exception {
    AuthorityPin pin = new TestAuthority().pin();
    assertEquals(
        "the server's certificate does not come from the pinned authority " + pin,
        refusal(authority.server("127.0.0.1", 1), pin));
  }

  @Test
  void aCertificateForAnotherHostIsRefused() throws Exception {
    String refusal = refusal(authority.server("10.1.2.3", 1), authority.pin());
    assertTrue(refusal.contains("127.0.0.1"), refusal);
  }

  @Test
  void aCertificateThatIsNotValidNowSaysThatAClockIsWrong() throws Exception {
    String wrong = " by this host's clock, so this clock or the server's is wrong";
    assertEquals(
        "its certificate has expired" + wrong,
        refusal(authority.server("127.0.0.1", -1), authority.pin()));
    assertEquals(
        "its certificate is not valid yet" + wrong,
        refusal(authority.server("127.0.0.1", 1, 2), authority.pin()));
  }

  @Test
  void anOlderVersionOfTlsIsRefused() throws Exception {
    SSLContext context = authority.server("127.0.0.1", 1);
    SSLEngine engine = context.createSSLEngine();
    assertTrue(engine.getSupportedProtocols().length > 1);
    Consumer<SSLEngine> old = one -> one.setEnabledProtocols(new String[] {"TLSv1.2"});
    try (LinkServer server = LinkServer.tuned(context, old, _ -> new Heard());
        WebSocketDialer dialer = dialer(server, authority.pin())) {
      assertInstanceOf(DialFailure.Untrusted.class, Dialled.failing(dialer, LinkServer.CREDENTIAL));
    }
  }

  private static String refusal(SSLContext context, AuthorityPin pin) throws Exception {
    try (LinkServer server = serverWith(context, new Heard());
        WebSocketDialer dialer = dialer(server, pin)) {
      DialFailure failure = Dialled.failing(dialer, LinkServer.CREDENTIAL);
      assertInstanceOf(DialFailure.Untrusted.class, failure);
      return failure.sentence().replace(server.address() + " is not trusted: ", "");
    }
  }

  private static LinkServer serverWith(SSLContext context, Heard listener) {
    return LinkServer.tuned(context, _ -> {}, _ -> listener);
  }

  private static WebSocketDialer dialer(LinkServer server, AuthorityPin pin) {
    return new WebSocketDialer(server.address(), new PinnedTrust(pin));
  }
}
