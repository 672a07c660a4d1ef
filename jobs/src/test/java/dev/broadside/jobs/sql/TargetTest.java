package dev.broadside.jobs.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
        "jdbc:mysql://db:3306/shop",
        "jdbc:mysql://[::1]:3306/shop?useCompression=true&socketTimeout=5",
        "jdbc:mariadb://10.0.0.1/shop",
        "jdbc:postgresql://db.example.com:5432/shop?currentSchema=load",
        "jdbc:h2:mem:shop;MODE=Oracle",
        "jdbc:h2:tcp://localhost:9092/mem:shop",
        "jdbc:oracle:thin:@//db:1521/shop",
        "jdbc:oracle:thin:@tcps://db:2484/shop",
        "jdbc:oracle:thin:@db:1521:shop"
      })
  void plainUrlsAreAccepted(String url) {
    assertEquals(List.of(), check(url, ""));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:sqlserver://db",
        "mysql://db/shop",
        "jdbc:mysql:loadbalance://a,b/shop",
        "jdbc:mysql:replication://a,b/shop",
        "jdbc:mysql+srv://db/shop",
        "jdbc:mysql://address=(host=db)(port=3306)/shop",
        "jdbc:mysql://(host=db,allowLoadLocalInfile=true)/shop",
        "jdbc:mysql://db/shop?allowLoad%4cocalInfile=true",
        "jdbc:mysql://db/shop#x",
        "jdbc:mysql://db/sh op",
        "jdbc:mysql://db/shop?a=1&A=2",
        "jdbc:mysql://db/shop?a",
        "jdbc:mariadb:sequential://a,b/shop",
        "jdbc:postgresql:shop",
        "jdbc:h2:/tmp/shop",
        "jdbc:h2:file:/tmp/shop",
        "jdbc:h2:~/shop",
        "jdbc:h2:zip:/tmp/a.zip!/shop",
        "jdbc:h2:nio:/tmp/shop",
        "jdbc:oracle:thin:@ldap://db/cn=shop",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=db)))",
        "jdbc:oracle:thin:@shop?TNS_ADMIN=/tmp",
        "jdbc:oracle:oci:@shop"
      })
  void urlsThatSayMoreThanWhereAreRefused(String url) {
    assertEquals(1, check(url, "").size(), url);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://db/s, autoDeserialize=true",
    "jdbc:mysql://db/s, AUTODESERIALIZE=yes",
    "jdbc:mysql://db/s, queryInterceptors=x.Y",
    "jdbc:mysql://db/s, exceptionInterceptors=x.Y",
    "jdbc:mysql://db/s, connectionLifecycleInterceptors=x.Y",
    "jdbc:mysql://db/s, allowLoadLocalInfile=true",
    "jdbc:mysql://db/s, allowLoadLocalInfileInPath=/",
    "jdbc:mysql://db/s, allowUrlInLocalInfile=true",
    "jdbc:mysql://db/s, detectCustomCollations=true",
    "jdbc:mysql://db/s, socketFactory=x.Y",
    "jdbc:mysql://db/s, authenticationPlugins=x.Y",
    "jdbc:mysql://db/s, defaultAuthenticationPlugin=x.Y",
    "jdbc:mysql://db/s, propertiesTransform=x.Y",
    "jdbc:mysql://db/s, useConfigs=maxPerformance",
    "jdbc:mysql://db/s, trustCertificateKeyStoreUrl=http://x/",
    "jdbc:mysql://db/s, clientCertificateKeyStoreUrl=http://x/",
    "jdbc:mariadb://db/s, allowLocalInfile=true",
    "jdbc:mariadb://db/s, socketFactory=x.Y",
    "jdbc:mariadb://db/s, pipe=x",
    "jdbc:mariadb://db/s, localSocket=/x",
    "jdbc:mariadb://db/s, credentialType=ENV",
    "jdbc:mariadb://db/s, serverSslCert=/etc/passwd",
    "jdbc:postgresql://db/s, socketFactory=x.Y",
    "jdbc:postgresql://db/s, socketFactoryArg=x",
    "jdbc:postgresql://db/s, sslfactory=x.Y",
    "jdbc:postgresql://db/s, sslfactoryarg=x",
    "jdbc:postgresql://db/s, sslhostnameverifier=x.Y",
    "jdbc:postgresql://db/s, sslpasswordcallback=x.Y",
    "jdbc:postgresql://db/s, authenticationPluginClassName=x.Y",
    "jdbc:postgresql://db/s, loggerFile=/tmp/x",
    "jdbc:postgresql://db/s, loggerLevel=TRACE",
    "jdbc:postgresql://db/s, preferQueryMode=simple",
    "jdbc:postgresql://db/s, jaasApplicationName=x",
    "jdbc:postgresql://db/s, gsslib=x",
    "jdbc:h2:mem:s, INIT=RUNSCRIPT FROM 'x'",
    "jdbc:h2:mem:s, TRACE_LEVEL_FILE=3",
    "jdbc:h2:mem:s, AUTO_SERVER=TRUE",
    "jdbc:oracle:thin:@//db/s, oracle.net.tns_admin=/tmp",
    "jdbc:oracle:thin:@//db/s, TNS_ADMIN=/tmp",
    "jdbc:oracle:thin:@//db/s, oracle.net.wallet_location=/tmp",
    "jdbc:oracle:thin:@//db/s, password=x"
  })
  void dangerousPropertiesAreRefusedInTheUrlAndBesideIt(String url, String property) {
    assertEquals(1, check(url, property).size(), property);
    if (!property.contains(" ")) {
      String first = url.startsWith("jdbc:h2:") ? ";" : "?";
      assertEquals(1, check(url + first + property, "").size(), property);
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
                "cachePrepStmts=true,x=y"));
    assertEquals("jdbc:mysql://db/s", target.url());
    assertEquals("5", target.properties().get("sockettimeout"));
    assertFalse(target.properties().containsKey("socketTimeout"));
    assertEquals("true", target.properties().get("cachePrepStmts"));
    assertEquals("y", target.properties().get("x"));
    assertEquals("true", target.properties().get("useServerPrepStmts"));
    assertFalse(target.toString().contains("hidden"), target::toString);
  }

  /// Drivers swallow unknown names silently, so a misspelt default would do nothing and nobody
  /// would notice.
  @ParameterizedTest
  @EnumSource(names = {"MYSQL", "MARIADB", "POSTGRESQL"})
  void everyDefaultIsAPropertyThatItsDriverKnows(JdbcDriver driver) throws Exception {
    Driver real = driver.find().orElseThrow();
    Set<String> known =
        Arrays.stream(real.getPropertyInfo(driver.scheme() + "//db/s", new Properties()))
            .map((DriverPropertyInfo info) -> info.name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Set<String> ours = new LinkedHashSet<>(driver.defaults().keySet());
    ours.addAll(driver.loadingDefaults().keySet());
    assertEquals(
        List.of(),
        ours.stream().filter(name -> !known.contains(name.toLowerCase(Locale.ROOT))).toList());
  }
}
