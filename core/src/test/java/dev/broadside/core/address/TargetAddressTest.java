package dev.broadside.core.address;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which addresses lead to the same database, however they are spelled.
class TargetAddressTest {
  private static final Map<String, String> NAMES =
      Map.of(
          "db.example", "10.0.0.5",
          "alias.example", "10.0.0.5",
          "other.example", "10.0.0.6",
          "here.example", "127.0.0.1",
          "metadata.example", "169.254.169.254");

  private static Set<InetAddress> resolved(String host) {
    try {
      return host.matches("[\\d.:a-f\\[\\]]+")
          ? Set.of(InetAddress.getByName(host))
          : NAMES.containsKey(host) ? Set.of(InetAddress.ofLiteral(NAMES.get(host))) : Set.of();
    } catch (java.net.UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://127.0.0.1/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://localhost:3306/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mariadb://127.0.0.1:3306/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mariadb://LocalHost/ORDERS?useSsl=true",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://[::1]/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql:///orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://127.0.0.2/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://127.1/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://2130706433/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://0.0.0.0/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://[::ffff:127.0.0.1]/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://here.example/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://127.0.0.1/",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://127.0.0.1",
        "jdbc:mysql://db.example/orders | jdbc:mysql://alias.example:3306/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://10.0.0.5/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://db.example./orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://u@db.example/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://other.example,alias.example/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql:replication://other.example,db.example/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://(host=db.example,port=3306)/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://address=(host=db.example)/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://unknown.example/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql+srv://x.example/orders",
        "jdbc:mysql://db.example/orders | jdbc:p6spy:mysql://db.example/orders",
        "jdbc:mysql://db.example/orders |"
            + " jdbc:mysql://other.example/orders?socksProxyHost=db.example",
        "jdbc:mysql://db.example/orders |"
            + " jdbc:mysql://other.example/x?dbname=orders&host=db.example",
        "jdbc:postgresql://127.0.0.1/x | jdbc:postgresql:x",
        "jdbc:postgresql://127.0.0.1/x | jdbc:postgresql:///",
        "jdbc:postgresql://db.example/x | jdbc:postgresql://localhost/y?PGHOST=db.example",
        "jdbc:postgresql://db.example/x | jdbc:postgresql://?service=them",
        "jdbc:postgresql://db.example:5432/x | jdbc:postgresql://other.example:5433,db.example/x",
        "jdbc:postgresql://db.example:5432/x | jdbc:postgresql://%64b.example/x",
        "jdbc:oracle:thin:@//db.example:1521/orcl | jdbc:oracle:thin:@db.example:1521:ORCLSID",
        "jdbc:oracle:thin:@//db.example:1521/orcl | jdbc:oracle:thin:@alias.example/orcl.example",
        "jdbc:oracle:thin:@//db.example:1521/orcl |"
            + " jdbc:oracle:thin:@tcps://other.example,db.example:1521/x",
        "jdbc:oracle:thin:@//db.example:1521/orcl | jdbc:oracle:thin:u/p@//db.example/x",
        "jdbc:oracle:thin:@//db.example:1521/orcl | jdbc:oracle:thin:@TNSALIAS",
        "jdbc:oracle:thin:@//db.example:1522/orcl |"
            + " jdbc:oracle:thin:@(description=(address=(protocol=tcp)(host=db.example)(port=1522))(connect_data=(sid=y)))",
        "jdbc:oracle:thin:@//db.example:1521/orcl | jdbc:oracle:thin:@ldap://d.example/cn=x",
        "jdbc:h2:tcp://127.0.0.1:9092/mem:t | jdbc:h2:ssl://localhost/mem:t;IFEXISTS=TRUE",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://[10.0.0.77:3307]/orders",
        "jdbc:mysql://10.0.0.77:3307/orders |"
            + " jdbc:mysql://[other.example:3306,10.0.0.77:3307]/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://[10.0.0.77]:3307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77:003307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77:03307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77:+3307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77:٣٣٠٧/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77:3307/orders#",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77:3307/orders#x",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77:3307#x",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql:// 10.0.0.77 : 3307 / orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77/orders?port=03307",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:oracle:thin:@10.0.0.77:3307:orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:oracle:thin:@10.0.0.77:3307:orders:pooled",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:oracle:thin:@//10.0.0.77:3307/orders:pooled",
        "jdbc:h2:tcp://10.0.0.77:9100/t | jdbc:h2:tcp:10.0.0.77:9100/t",
        "jdbc:h2:tcp://10.0.0.77:9100/t | jdbc:h2:ssl:10.0.0.77:9100/t",
        "jdbc:h2:tcp://10.0.0.77:9100/t | jdbc:h2:tcp:10.0.0.77:0x238c/t",
        "jdbc:mysql://[fd00::1]:3307/orders | jdbc:mysql://fd00::1:3307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql://10.0.0.77::3307/orders",
        "jdbc:mysql://167772237:3307/orders | jdbc:mysql://167772237::3307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql:loadbalance://tcp:10.0.0.77:3307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:oracle:thin:@tcp:167772237:3307/orders",
        "jdbc:mysql://10.0.0.77:3307/orders | jdbc:mysql:////10.0.0.77:3307",
        "jdbc:mysql://[fd00:0:0:0:0:0:0:1]:3307/orders |"
            + " jdbc:mysql://fd00:0:0:0:0:0:0:1:3307/orders",
        "jdbc:mysql://[fd00::1:3307]/orders | //fd00::1:3307",
        "jdbc:h2:file:/srv/t | jdbc:h2:/srv/t",
        "jdbc:mysql://db.example/orders | //db.example",
        "jdbc:sqlserver://db.example:1433;databaseName=x |"
            + " jdbc:sqlserver://db.example;databaseName=x",
      })
  void spellingHidesNoTarget(String target, String url) {
    TargetAddress address = TargetAddress.of(target, "");
    assertEquals(
        true,
        TargetAddress.of(url, "").mayBe(address, TargetAddressTest::resolved),
        () -> TargetAddress.of(url, "") + " and " + address);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://127.0.0.1:3307/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://127.0.0.1:3306/others",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:postgresql://127.0.0.1/orders",
        "jdbc:mysql://127.0.0.1:3306/orders | jdbc:mysql://db.example/orders",
        "jdbc:mysql://db.example/orders | jdbc:mysql://other.example/orders",
        "jdbc:mysql://db.example/orders | jdbc:h2:mem:orders",
        "jdbc:mysql://db.example/orders | //fd00::1",
        "jdbc:mysql://db.example/orders | jdbc:mysql://[fd00::1]:3306/orders",
        "jdbc:oracle:thin:@//db.example:1521/x | jdbc:oracle:thin:@//other.example:1521/x",
        "jdbc:h2:mem:a | jdbc:h2:mem:b",
        "jdbc:h2:tcp://10.0.0.77:9100/t | jdbc:h2:tcp:10.0.0.77:9092/t",
        "jdbc:h2:tcp://10.0.0.77:9100/t | jdbc:mysql://10.0.0.9:003307/t",
        "jdbc:h2:tcp://10.0.0.77:9100/t | jdbc:mysql://10.0.0.9/t?sessionVariables=a%20b",
        "jdbc:h2:tcp://10.0.0.77:9100/t |"
            + " jdbc:postgresql://10.0.0.9/t?ApplicationName=me@unknown.example",
        "jdbc:oracle:thin:@//db.example:1522/x | jdbc:oracle:thin:@tcps://other.example:1522/x",
      })
  void otherDatabasesAreLeftInPeace(String target, String url) {
    TargetAddress address = TargetAddress.of(target, "");
    assertEquals(
        false,
        TargetAddress.of(url, "").mayBe(address, TargetAddressTest::resolved),
        () -> TargetAddress.of(url, "") + " and " + address);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:mysql://localhost/x | PGHOST=db.example",
        "jdbc:mysql://localhost/x | sslmode=disable,socksProxyHost=db.example",
        "jdbc:mysql://localhost/x | a=b, socksProxyHost =db.example",
        "jdbc:mysql://localhost/x?socks%50roxyHost=db.example | a=b",
        "jdbc:mysql://localhost/x?host=%64b.example | a=b",
        "jdbc:unknown://localhost/x?to=%64b.example | a=b",
      })
  void propertiesThatLeadElsewhereMayLeadAnywhere(String url, String properties) {
    TargetAddress target = TargetAddress.of("jdbc:mysql://db.example/orders", "");
    assertEquals(true, TargetAddress.of(url, properties).mayBe(target, _ -> Set.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://192.0.2.9:5432/other | ApplicationName=50%load",
        "jdbc:postgresql://192.0.2.9:5432/other?ApplicationName=50%25load | a=b",
        "jdbc:mysql://192.0.2.9/other | connectionAttributes=service=x",
        "jdbc:mysql://192.0.2.9/other?connectionAttributes=service=x | a=b",
        "jdbc:mysql://192.0.2.9/other?connectionAttributes=host=x | databaseTerm=CATALOG",
      })
  void whatPropertiesSayThatTellNoPlaceLeadsNowhere(String url, String properties) {
    TargetAddress address = TargetAddress.of(url, properties);
    for (String target :
        new String[] {"jdbc:h2:tcp://10.0.0.77:9100/h2t", "jdbc:mysql://192.0.2.9/x"}) {
      assertEquals(
          false,
          address.mayBe(TargetAddress.of(target, ""), TargetAddressTest::resolved),
          address::toString);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mirror | jdbc:mysql://db/x | true",
        "where | see jdbc:mysql://db/x | true",
        "where | https://db.example/x | true",
        "where | //db:1521/x | true",
        "where | db:3306 | true",
        "where | db.example:80,other.example:81 | true",
        "where | 10.0.0.5 | true",
        "where | [fe80::1] | true",
        "where | fe80::1 | true",
        "where | fe80::1%eth0 | true",
        "where | [fe80::1%eth0]:3306 | true",
        "where | user@db.example:3306 | true",
        "where | user@db:3306 | true",
        "where | db.example:003306 | true",
        "where | db.example:٣٣٠٦ | true",
        "where | db.example : 3306 | true",
        "where | db1,db2:3306 | true",
        "where | db1;db2:3306 | true",
        "where | 10.1.2.3/x | true",
        "where | 10.1.2.3:03306 | true",
        "where | [10.1.2.3:3306] | true",
        "where | tcp:db.example:3306 | true",
        "where | tcp:db:3306 | true",
        "where | db.example:3306:sid | true",
        "where | host=db port=3306 | true",
        "peer-host | 167838211 | true",
        "peer-host | 0 | true",
        "server | db | true",
        "jdbc-url | anything | true",
        "target.host | db | true",
        "server | 12 | false",
        "weights | 45:43:4:4:4 | false",
        "weights | new-order:45,payment:43 | false",
        "directory | /var/tmp//x | false",
        "define | a=1,b=2 | false",
        "at | 10:30 | false",
        "mysql-storage-engine | innodb | false",
        "script | a.sql@2,b.sql | false",
        "since | 2026-11-26T10:30:00.5Z | false",
        "ratio | 1:1000,2:2000 | false",
      })
  void addressesAreKnownWhateverTheirParameterIsCalled(String name, String text, boolean address) {
    assertEquals(address, TargetAddress.ofParameter(name, text).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user@db.example:3306",
        "db.example:003306",
        "db.example:٣٣٠٦",
        "other.example,db.example:3306",
        "10.0.0.5/orders",
        "tcp:db.example:3306",
        "db.example:3306:sid",
        "[10.0.0.5:3306]",
      })
  void addressesWithoutUrlLeadToTheirTarget(String text) {
    TargetAddress target = TargetAddress.of("jdbc:mysql://db.example/orders", "");
    TargetAddress other = TargetAddress.of("jdbc:mysql://10.0.0.77/orders", "");
    TargetAddress told = TargetAddress.ofParameter("where", text).orElseThrow();
    assertEquals(true, told.mayBe(target, TargetAddressTest::resolved), told::toString);
    assertEquals(false, told.mayBe(other, TargetAddressTest::resolved), told::toString);
  }

  @Test
  void longTextsAreJudgedInOnePass() {
    TargetAddress target = TargetAddress.of("jdbc:mysql://db.example/orders", "");
    for (String part :
        new String[] {"x", "a.", "1:", "::", "socks", "[", "host=", " ", "a:", "1."}) {
      String text = part.repeat(200_000);
      TargetAddress.ofParameter("note", text);
      assertEquals(
          true,
          TargetAddress.ofParameter("note", "jdbc:mysql://db.example/orders?" + text)
              .orElseThrow()
              .mayBe(target, _ -> Set.of()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "jdbc:mysql://169.254.169.254/x | 169.254.169.254",
        "jdbc:mysql://[fe80::1]/x | [fe80::1]",
        "jdbc:mysql://[fd00:ec2::254]/x | [fd00:ec2::254]",
        "jdbc:mysql://[::ffff:169.254.169.254]/x | [::ffff:169.254.169.254]",
        "jdbc:mysql://2852039166/x | 2852039166",
        "jdbc:mysql://db.example,metadata.example/x | metadata.example",
        "jdbc:mysql://db.example/x | -",
        "jdbc:h2:mem:x | -",
      })
  void linkLocalAddressesAreKnownByNumberAndByName(String url, String host) {
    assertEquals(
        host, TargetAddress.of(url, "").linkLocal(TargetAddressTest::resolved).orElse(null));
  }
}
