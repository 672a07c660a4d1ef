package dev.broadside.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.time.ManualTime;
import dev.broadside.server.security.CertificateAuthority.ServerCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateAuthorityTest {
  private static final Set<String> NAMES = Set.of("10.0.0.5", "0:0:0:0:0:0:0:1", "load.example");

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir Path data;
  private DataDirectory directory;

  @BeforeEach
  void open() throws Exception {
    directory = DataDirectory.open(data);
  }

  @AfterEach
  void close() throws Exception {
    directory.close();
  }

  @Test
  void theServersCertificateNamesEachAddressAndIsSignedByTheAuthority() throws Exception {
    CertificateAuthority authority = CertificateAuthority.in(directory, time);
    List<X509Certificate> chain = authority.serverCertificate(NAMES).chain();
    assertEquals(2, chain.size());
    chain.getFirst().verify(chain.getLast().getPublicKey());
    assertEquals(NAMES, CertificateAuthority.names(chain.getFirst()));
    assertEquals("SHA256withECDSA", chain.getFirst().getSigAlgName());
    assertEquals(-1, chain.getFirst().getBasicConstraints());
    assertEquals(0, chain.getLast().getBasicConstraints());
    String fingerprint =
        HexFormat.of().formatHex(Tokens.sha256().digest(chain.getLast().getEncoded()));
    assertEquals(authority.fingerprint(), fingerprint);
  }

  @Test
  void privateKeysBelongToTheirOwnerAlone() throws Exception {
    CertificateAuthority.in(directory, time).serverCertificate(NAMES);
    for (String name : List.of("ca.key", "server.key", "ca.pem", "server.pem")) {
      Path file = data.resolve("ca").resolve(name);
      assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
  }

  @Test
  void aRestartKeepsAuthorityAndCertificate() throws Exception {
    ServerCertificate before = CertificateAuthority.in(directory, time).serverCertificate(NAMES);
    ServerCertificate after = CertificateAuthority.in(directory, time).serverCertificate(NAMES);
    assertEquals(before, after);
  }

  @Test
  void aNewNameOrAnEndInSightMakesANewCertificateOfTheSameAuthority() throws Exception {
    CertificateAuthority authority = CertificateAuthority.in(directory, time);
    String fingerprint = authority.fingerprint();
    ServerCertificate first = authority.serverCertificate(NAMES);
    ServerCertificate second = authority.serverCertificate(Set.of("10.0.0.6"));
    assertNotEquals(first, second);
    time.advance(
        CertificateAuthority.SERVER_LIFE.minus(CertificateAuthority.RENEW_BEFORE).minusSeconds(1));
    assertEquals(second, authority.serverCertificate(Set.of("10.0.0.6")));
    time.advance(Duration.ofSeconds(2));
    assertNotEquals(second, authority.serverCertificate(Set.of("10.0.0.6")));
    assertEquals(fingerprint, CertificateAuthority.in(directory, time).fingerprint());
  }

  @Test
  void whatWasMadeByAClockThatWasAheadIsMadeAnew() throws Exception {
    ManualTime ahead = new ManualTime(time.now().plus(Duration.ofDays(365)));
    ServerCertificate made = CertificateAuthority.in(directory, ahead).serverCertificate(NAMES);
    assertNotEquals(made, CertificateAuthority.in(directory, time).serverCertificate(NAMES));
  }

  @Test
  void aDamagedAuthorityIsOneSentence() throws Exception {
    CertificateAuthority.in(directory, time);
    Files.writeString(data.resolve("ca/ca.key"), "nothing");
    SetupException refused =
        assertThrows(SetupException.class, () -> CertificateAuthority.in(directory, time));
    assertTrue(refused.getMessage().contains("put the directory back"), refused.getMessage());
  }

  @Test
  void aDamagedKeyOfTheServerIsOneSentence() throws Exception {
    CertificateAuthority authority = CertificateAuthority.in(directory, time);
    authority.serverCertificate(NAMES);
    Files.writeString(data.resolve("ca/server.key"), "nothing");
    SetupException refused =
        assertThrows(SetupException.class, () -> authority.serverCertificate(NAMES));
    assertTrue(refused.getMessage().contains("put the directory back"), refused.getMessage());
  }
}
