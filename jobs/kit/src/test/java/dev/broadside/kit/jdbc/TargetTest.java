package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {

  private static Parameters.Reading read(String url, String driverProperties) {
    return TargetParameters.ALL.read(
        Map.of(
            "url", url, "user", "me", "password", "hidden", "driver-properties", driverProperties));
  }

  private static ParameterValues values(String url, String driverProperties) {
    if (read(url, driverProperties) instanceof Parameters.Reading.Good(ParameterValues values)) {
      return values;
    }
    throw new AssertionError(url + " " + driverProperties);
  }

  /// What is wrong, whether the server finds it already or only an agent.
  private static List<Problem> check(String url, String driverProperties) {
    return switch (read(url, driverProperties)) {
      case Parameters.Reading.Good(ParameterValues values) -> Target.check(values);
      case Parameters.Reading.Bad(List<Problem> problems) -> problems;
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://me:secret@db/shop",
        "jdbc:mysql://me@db/shop",
        "jdbc:mysql://db/shop?password=secret",
        "jdbc:mysql://db/shop?user=me",
        "jdbc:mysql://db/shop?x=y&Password=secret",
        "jdbc:mysql://(host=db,password=secret)/shop",
        "jdbc:mariadb://db/shop?pwd=secret",
        "jdbc:postgresql://me:secret@db/shop",
        "jdbc:postgresql://db/shop?user=me&password=secret",
        "jdbc:h2:mem:shop;USER=me;PASSWORD=secret",
        "jdbc:oracle:thin:me/secret@//db:1521/shop",
        "jdbc:oracle:thin:me/secret@db:1521:shop"
      })
  void passwordsInTheUrlAreRefusedWithAHint(String url) {
    List<Problem> problems = check(url, "");
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().mend().contains("user and password"), problems::toString);
    assertFalse(problems.getFirst().sentence().contains("secret"), problems::toString);
  }

  /// The server keeps and shows what it takes, so it must not take these.
  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://me:sec/ret@db/shop, ''",
    "jdbc:mysql://me:sec?ret@db/shop, ''",
    "jdbc:postgresql://me:secret@db/shop, ''",
    "jdbc:postgresql://db/shop?password=secret, ''",
    "jdbc:postgresql://db/shop?sslPassword=secret, ''",
    "jdbc:postgresql://db/shop?pass%77ord=secret, ''",
    "jdbc:postgresql://db/shop?PASSWORD1 =secret, ''",
    "'jdbc:mysql://db/shop\n?password=secret', ''",
    "jdbc:mysql://(host=db\\,password=secret)/shop, ''",
    "jdbc:h2:mem:shop;USER=me;PWD=secret, ''",
    "jdbc:oracle:thin:me/secret@//db:1521/shop, ''",
    "jdbc:mysql://db/shop, password=secret",
    "jdbc:mysql://db/shop, 'a=b,trustCertificateKeyStorePassword = secret'",
    "jdbc:mysql://db/shop, 'a=b\n,accessToken=secret'"
  })
  void secretsWhereTheyWouldBeShownAreRefusedBeforeTheyAreKept(
      String url, String driverProperties) {
    if (read(url, driverProperties) instanceof Parameters.Reading.Bad(List<Problem> problems)) {
      assertEquals(1, problems.size(), problems::toString);
      assertFalse(problems.getFirst().sentence().contains("=secret"), problems::toString);
    } else {
      throw new AssertionError("it was taken");
    }
  }

  @Test
  void aPropertyMayBeGivenTheHardenedValueItHasAnyway() {
    assertEquals(List.of(), check("jdbc:mysql://db/s", "allowLoadLocalInfile=false"));
  }

  @Test
  void thePropertiesOfTheUserWinOverThoseOfTheUrlOverOurs() {
    Target target =
        Target.of(
            values(
                "jdbc:mysql://db/s?sockettimeout=5&cachePrepStmts=false",
                "CACHEPREPSTMTS=true,useCompression=true"));
    assertEquals("jdbc:mysql://db/s", target.url());
    assertEquals("5", target.properties().get("socketTimeout"));
    assertFalse(target.properties().containsKey("sockettimeout"));
    assertEquals("true", target.properties().get("cachePrepStmts"));
    assertEquals("true", target.properties().get("useCompression"));
    assertEquals("true", target.properties().get("useServerPrepStmts"));
    assertFalse(target.toString().contains("hidden"), target::toString);
  }
}
