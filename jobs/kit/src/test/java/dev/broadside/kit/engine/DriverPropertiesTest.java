package dev.broadside.kit.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.conf.PropertyKey;
import dev.broadside.core.param.Parameters;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetParameters;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import oracle.net.resolver.EZConnectResolver;
import org.h2.command.dml.SetTypes;
import org.h2.engine.ConnectionInfo;
import org.h2.engine.DbSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;

/// The tables of properties against the drivers themselves: what they say they read, and what they
/// make of a URL and properties that passed.
class DriverPropertiesTest {
  private static final int CASES = 4_000;

  static Stream<Engine> engines() {
    return Stream.of(new MySql(), new MariaDb(), new PostgreSql(), new Oracle(), new H2());
  }

  /// Every name under which a driver reads something, as the driver itself tells.
  private static Collection<String> namesIn(Engine engine) throws Exception {
    Collection<String> names = new TreeSet<>();
    Driver real = engine.find().orElseThrow();
    String url = engine instanceof Oracle ? "jdbc:oracle:thin:@//db/s" : urls(engine).getFirst();
    for (DriverPropertyInfo info : real.getPropertyInfo(url, new Properties())) {
      names.add(info.name);
    }
    switch (engine.name()) {
      case "mysql" -> {
        for (PropertyKey key : PropertyKey.values()) {
          names.add(key.getKeyName());
          names.add(Objects.requireNonNullElse(key.getCcAlias(), key.getKeyName()));
        }
      }
      case "mariadb" -> {
        Class<?> aliases = Class.forName("org.mariadb.jdbc.util.options.OptionAliases");
        ((Map<?, ?>) field(aliases, "OPTIONS_ALIASES", null))
            .keySet()
            .forEach(alias -> names.add(alias.toString()));
      }
      case "h2" -> {
        for (String list : List.of("KNOWN_SETTINGS", "IGNORED_BY_PARSER")) {
          ((Collection<?>) field(ConnectionInfo.class, list, null))
              .forEach(setting -> names.add(setting.toString()));
        }
        names.addAll(SetTypes.getTypes());
        names.addAll(
            ((DbSettings) field(DbSettings.class, "DEFAULT", null)).getSettings().keySet());
        // Not what a property may be called here: variables, and a name with a blank.
        names.removeAll(List.of("@", "TIME ZONE"));
      }
      default -> {}
    }
    return names;
  }

  private static Object field(Class<?> type, String name, Object of) throws Exception {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  /// Fails where an upgraded driver reads something that nobody has judged.
  @ParameterizedTest
  @MethodSource("engines")
  void everyPropertyThatTheDriverKnowsIsJudged(Engine engine) throws Exception {
    DriverProperties table = engine.properties();
    Collection<String> names = namesIn(engine);
    assertTrue(names.size() > 70, names::toString);
    assertEquals(
        List.of(),
        names.stream()
            .filter(name -> table.judge(name) instanceof DriverProperties.Judgement.Unknown)
            .toList());
  }

  /// Drivers swallow unknown names silently, so a misspelt default would do nothing and nobody
  /// would notice.
  @ParameterizedTest
  @MethodSource("engines")
  void ourOwnDefaultsAreInTheDriversSpelling(Engine engine) throws Exception {
    Collection<String> known = namesIn(engine);
    for (Map<String, String> ours :
        List.of(engine.defaults(), engine.loadingDefaults(), engine.settingUpDefaults())) {
      assertEquals(ours, engine.inTheDriversWords(ours));
      assertEquals(
          List.of(), ours.keySet().stream().filter(name -> !known.contains(name)).toList());
    }
  }

  /// What users may set, and what is set for them, stands in docs/drivers.md as the engines say it.
  /// Made anew by `./mvnw test -pl jobs/kit -am -Dtest=DriverPropertiesTest
  /// -Dsurefire.failIfNoSpecifiedTests=false -Dupdate=true`.
  @Test
  void thePageForUsersIsWhatTheEnginesSay() throws Exception {
    Path page = Path.of("../../docs/drivers.md");
    String fromHere = "<!-- Made from here on. -->\n";
    String before = Files.readString(page);
    String made =
        before.substring(0, before.indexOf(fromHere))
            + fromHere
            + engines().map(DriverPropertiesTest::section).collect(Collectors.joining());
    if (Boolean.getBoolean("update")) {
      Files.writeString(page, made);
      return;
    }
    assertEquals(before, made, "make docs/drivers.md anew by this test with -Dupdate=true");
  }

  private static String section(Engine engine) {
    String title =
        switch (engine.name()) {
          case "mysql" -> "MySQL Connector/J";
          case "mariadb" -> "MariaDB Connector/J";
          case "postgresql" -> "PostgreSQL (pgjdbc)";
          case "h2" -> "H2";
          default -> "Oracle";
        };
    String defaults =
        new TreeMap<>(engine.defaults())
            .entrySet().stream()
                .map(one -> "`" + one.getKey() + "=" + one.getValue() + "`")
                .collect(Collectors.joining(", "));
    String allowed =
        engine
            .properties()
            .allowed()
            .map(name -> "`" + name + "`")
            .collect(Collectors.joining(", "));
    return "\n## %s\n\nSet while measuring: %s.\n\nYou may set: %s.\n"
        .formatted(title, defaults.isEmpty() ? "nothing" : defaults, allowed);
  }

  /// What a driver makes of a URL and properties.
  private record Understood(
      String host, int port, String database, Map<String, String> properties) {
    static Understood by(Engine engine, String url, Properties given) throws Exception {
      return switch (engine.name()) {
        case "mysql" -> {
          var read = com.mysql.cj.conf.ConnectionUrl.getConnectionUrlInstance(url, given);
          assertEquals(1, read.getHostsList().size(), url);
          HostInfo host = read.getMainHost();
          yield new Understood(
              host.getHost(), host.getPort(), host.getDatabase(), host.getHostProperties());
        }
        case "mariadb" -> {
          Configuration read = Configuration.parse(url, given);
          assertEquals(1, read.addresses().size(), url);
          HostAddress host = read.addresses().getFirst();
          yield new Understood(
              host.host, host.port, read.database(), strings(read.nonMappedOptions()));
        }
        case "postgresql" -> {
          Properties read = Objects.requireNonNull(org.postgresql.Driver.parseURL(url, given), url);
          yield new Understood(
              read.getProperty("PGHOST"),
              Integer.parseInt(read.getProperty("PGPORT")),
              read.getProperty("PGDBNAME"),
              strings(read));
        }
        case "h2" -> {
          ConnectionInfo read = new ConnectionInfo(url, given, null, null);
          assertFalse(read.isPersistent(), url);
          yield new Understood(
              "",
              0,
              read.getName(),
              strings((Properties) field(ConnectionInfo.class, "prop", read)));
        }
        default -> {
          String descriptor = EZConnectResolver.newInstance(url.substring(18)).getResolvedUrl();
          Matcher parts =
              Pattern.compile(
                      "\\(HOST=([^()]*)\\)\\(PORT=(\\d+)\\)\\)\\(CONNECT_DATA=\\(SERVICE_NAME=([^()]*)\\)")
                  .matcher(descriptor);
          assertTrue(parts.find(), descriptor);
          yield new Understood(
              parts.group(1), Integer.parseInt(parts.group(2)), parts.group(3), strings(given));
        }
      };
    }

    private static Map<String, String> strings(Properties properties) {
      Map<String, String> strings = new TreeMap<>();
      properties.forEach((name, value) -> strings.put(name.toString(), value.toString()));
      return strings;
    }
  }

  private static List<String> urls(Engine engine) {
    return switch (engine.name()) {
      case "mysql", "mariadb", "postgresql" ->
          List.of(
              engine.scheme() + "//db.example:3307/shop",
              engine.scheme() + "//10.0.0.1:1/shop_1",
              engine.scheme() + "//db.example:65535/a$b-c.d");
      case "h2" -> List.of("jdbc:h2:mem:shop", "jdbc:h2:mem:a$b-c.d");
      default ->
          List.of(
              "jdbc:oracle:thin:@//db.example:1521/shop", "jdbc:oracle:thin:@10.0.0.1:1/shop_1");
    };
  }

  private static final List<String> WORDS =
      List.of(
          "",
          "1",
          "true",
          "x.Y",
          "/etc/passwd",
          "a b",
          "a;b",
          "a&b",
          "a=b",
          "%41",
          "'",
          "\"",
          "(",
          "?",
          "#",
          "\\",
          "\\;",
          "://",
          "@",
          ",",
          "é",
          "\t",
          "user",
          "//other/x",
          "address=(host=other)");

  private static String pick(Random random, Collection<String> from) {
    return from.stream().skip(random.nextInt(from.size())).findFirst().orElseThrow();
  }

  private static String property(Random random, Collection<String> names) {
    String name =
        switch (random.nextInt(8)) {
          case 0 -> pick(random, names).toUpperCase(Locale.ROOT);
          case 1 -> pick(random, names).toLowerCase(Locale.ROOT);
          case 2 -> pick(random, names) + pick(random, WORDS);
          case 3 -> "%" + Integer.toHexString(pick(random, names).charAt(0)) + pick(random, names);
          case 4 -> pick(random, WORDS);
          default -> pick(random, names);
        };
    return random.nextInt(20) == 0 ? name : name + "=" + pick(random, WORDS);
  }

  /// Whatever passes, the driver connects to the place that stands in the URL, and it is given
  /// nothing but allowed properties, our own, and who we are.
  @ParameterizedTest
  @MethodSource("engines")
  void whatPassesIsUnderstoodByTheDriverAsItIsHere(Engine engine) throws Exception {
    Random random = new Random(7);
    Collection<String> names = namesIn(engine);
    int passed = 0;
    for (int i = 0; i < CASES; i++) {
      String base = pick(random, urls(engine));
      List<String> inUrl = new ArrayList<>();
      List<String> beside = new ArrayList<>();
      for (int n = random.nextInt(3); n > 0; n--) {
        (random.nextBoolean() ? inUrl : beside).add(property(random, names));
      }
      boolean h2 = engine instanceof H2;
      String url =
          base + (inUrl.isEmpty() ? "" : (h2 ? ";" : "?") + String.join(h2 ? ";" : "&", inUrl));
      Map<String, String> texts = new HashMap<>(Map.of("url", url, "user", "me"));
      texts.put("driver-properties", String.join(",", beside));
      if (TargetParameters.ALL.read(texts) instanceof Parameters.Reading.Good(var values)
          && Target.check(values).isEmpty()) {
        try {
          holds(engine, base, Target.of(values));
          passed++;
        } catch (SQLException _) {
          // The driver itself refuses the value, as one that is not a number.
        }
      }
    }
    assertTrue(passed > CASES / 10, "only " + passed + " passed");
  }

  private static void holds(Engine engine, String base, Target target) throws Exception {
    assertEquals(base, target.url());
    Properties given = target.properties(Target.Purpose.SET_UP);
    Understood understood = Understood.by(engine, target.url(), given);
    if (engine instanceof H2) {
      assertEquals(base, "jdbc:h2:" + understood.database());
    } else {
      assertTrue(
          base.endsWith(understood.host() + ":" + understood.port() + "/" + understood.database()),
          understood::toString);
    }
    DriverProperties table = engine.properties();
    Map<String, String> ours = new HashMap<>(engine.defaults());
    ours.putAll(engine.settingUpDefaults());
    Collection<String> identity =
        List.of("user", "USER", "dbname", "PGHOST", "PGPORT", "PGDBNAME", "DB_CLOSE_DELAY");
    understood
        .properties()
        .forEach((name, value) -> {
          boolean allowed =
              table.judge(name) instanceof DriverProperties.Judgement.Allowed(var known, var values)
                  && known.equals(name)
                  && values.matcher(value).matches();
          assertTrue(
              allowed || identity.contains(name) || value.equals(ours.get(name)),
              () -> name + "=" + value);
        });
  }
}
