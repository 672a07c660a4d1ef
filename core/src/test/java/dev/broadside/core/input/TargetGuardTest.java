package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
        "jdbc:mysql://127.0.0.1@db.example/test | 127.0.0.1@db.example",
        "jdbc:mysql:loadbalance://a.example,localhost/x | a.example",
        "jdbc:postgresql://localhost/x?host=db.example | db.example",
        "jdbc:oracle:thin:@db.example:1521:x | db.example",
        "jdbc:oracle:thin:@(description=(address=(host=db.example)(port=1))) | (description=(address=(host=db.example",
      })
  void hostsBesidesLoopbackAreFound(String url, String host) {
    assertEquals(host, TargetGuard.farHost(url).orElse(null));
  }
}
