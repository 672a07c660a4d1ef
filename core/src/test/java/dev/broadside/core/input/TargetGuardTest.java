package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.address.Resolver;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which URLs lead away from the host that connects. What cannot be told leads away.
class TargetGuardTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "jdbc:mysql://127.0.0.1:3306/test | -",
        "jdbc:mysql://LOCALHOST/test?a=b | -",
        "jdbc:postgresql://[::1]:5432/x | -",
        "jdbc:postgresql:x | -",
        "jdbc:mysql:///x | -",
        "jdbc:h2:mem:x;DB_CLOSE_DELAY=-1 | -",
        "jdbc:h2:tcp://localhost:9092/./test | -",
        "jdbc:h2:tcp:localhost:9092/./test | -",
        "jdbc:h2:tcp:db.example:9092/x | db.example",
        "jdbc:oracle:thin:@//127.0.0.1:1521/x | -",
        "jdbc:oracle:thin:@localhost:1521:x | -",
        "jdbc:mysql://db.example:3306/test | db.example",
        "jdbc:mysql://localhost,db.example:3306/test | db.example",
        "jdbc:mysql://localhost.example/test | localhost.example",
        "jdbc:mysql://2130706433/test | 2130706433",
        "jdbc:mysql://127.1/test | 127.1",
        "jdbc:mysql://0.0.0.0/test | 0.0.0.0",
        "jdbc:mysql://[::ffff:10.0.0.1]/test | [::ffff:10.0.0.1]",
        "jdbc:mysql://[fe80::1]:3306/test | [fe80::1]",
        "jdbc:mysql://127.0.0.1@db.example/test | db.example",
        "jdbc:mysql:loadbalance://a.example,localhost/x | a.example",
        "jdbc:postgresql://localhost/x?host=db.example | db.example",
        "jdbc:oracle:thin:@db.example:1521:x | db.example",
        "jdbc:oracle:thin:@(description=(address=(host=db.example)(port=1))) | db.example",
      })
  void hostsBesidesLoopbackAreFound(String url, String host) {
    assertEquals(host, TargetGuard.farHost(url, "").orElse(null));
  }

  /// Beside a named target, too.
  @Test
  void aReplicaOnAnotherHostIsLoadThere() {
    JobSpec spec =
        SpecBuilder.of("probe")
            .parameters(Map.of("reads-to", "jdbc:mysql://replica.example/x"))
            .build()
            .withSettings(new Settings(Map.of("target", "orders")));
    assertEquals(
        Optional.of("/parameters/reads-to"),
        TargetGuard.objection(spec).map(problem -> problem.where()));
    assertEquals(Optional.empty(), TargetGuard.objection(spec.with("reads-to", "")));
  }

  /// Whoever may test may have any agent connect: not to where its host's credentials are.
  @Test
  void testsKeepAwayFromLinkLocalAddressesThatAreNoTargets() {
    JobSpec spec =
        SpecBuilder.of("probe")
            .parameters(Map.of("url", "jdbc:mysql://metadata.example:80/x", "mirror", ""))
            .build();
    Resolver names = host -> Set.of(InetAddress.ofLiteral("169.254.169.254"));
    assertEquals(
        "parameter url: metadata.example is a link-local address, where clouds keep the secrets of"
            + " machines; give another address, or have an administrator make it a target.",
        TargetGuard.keptAway(spec, names).orElseThrow().sentence());
    JobSpec named = spec.withSettings(new Settings(Map.of("target", "orders")));
    assertEquals(Optional.empty(), TargetGuard.keptAway(named, names));
    JobSpec mirrored = named.with("mirror", "metadata.example:80");
    assertTrue(TargetGuard.keptAway(mirrored, names).isPresent());
  }
}
