package dev.broadside.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.server.door.AccessControl;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {
  private final HostNames names = new HostNames(Set.of("localhost", "127.0.0.1", "::1"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]",
        "[::1]:8080",
        "[0:0:0:0:0:0:0:1]:80"
      })
  void ownNamesAreTaken(String host) {
    assertTrue(names.allows(host));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "127.0.0.2",
        "127.1",
        "2130706433",
        "0x7f000001",
        "localhost:",
        "localhost:8080:1",
        "localhost@evil.example",
        "evil.example#localhost",
        "localhost/evil",
        " localhost",
        "localhost,evil.example",
        "[::ffff:127.0.0.1",
        "[::2]",
        "::1",
        "localhost:999999",
        "lоcalhost"
      })
  void otherNamesAreNot(String host) {
    assertFalse(names.allows(host));
  }

  @ParameterizedTest
  @CsvSource({
    "http,localhost:80,http://localhost:80,same-origin,true",
    "http,localhost:80,,,true",
    "http,localhost:80,,none,true",
    "https,a.example,https://A.example,,true",
    "http,localhost:80,http://evil.example,,false",
    "http,localhost:80,null,,false",
    "http,localhost:80,http://localhost:81,,false",
    "https,localhost:80,http://localhost:80,,false",
    "http,localhost:80,,cross-site,false",
    "http,localhost:80,,same-site,false",
    "http,localhost:80,http://localhost:80,cross-site,false",
  })
  void onlyTheSameOriginMayChangeSomething(
      String scheme, String host, String origin, String site, boolean holds) {
    assertEquals(
        holds,
        AccessControl.sameOrigin(
            scheme, host, Optional.ofNullable(origin), Optional.ofNullable(site)));
  }
}
