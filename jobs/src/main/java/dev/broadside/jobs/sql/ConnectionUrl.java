package dev.broadside.jobs.sql;

import dev.broadside.core.param.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A JDBC URL taken apart: what names the database stays a URL, and the properties become a map
/// that can be checked.
///
/// Each driver's URL is held to one plain form, `//HOST:PORT/DATABASE` and the like. The drivers
/// read many more (host lists with properties inside, descriptors, percent-coded names), and each
/// of those is a way around a check.
///
/// @param driver the driver that the scheme chooses
/// @param base the URL without properties
/// @param properties those that stood in the URL, in order
record ConnectionUrl(JdbcDriver driver, String base, Map<String, String> properties) {
  private static final String WHERE = "parameter url";
  private static final String HOST = "(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])";
  private static final String PORT =
      ":(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
  private static final String SERVER = "//" + HOST + "(?:" + PORT + ")?/";
  private static final String NAME = "[A-Za-z0-9_$.-]{1,128}";
  private static final Pattern HOST_AND_DATABASE = Pattern.compile(SERVER + NAME);
  private static final Pattern H2 =
      Pattern.compile(
          "mem:" + NAME + "|(?:tcp|ssl):" + SERVER + "(?:mem:)?[A-Za-z0-9_$./~-]{1,200}");

  /// A lone name is none of them: the driver would look it up in a file.
  private static final Pattern ORACLE =
      Pattern.compile("@(?:(?:tcps?:)?" + SERVER + "|" + HOST + PORT + "[:/])" + NAME);

  private static final Pattern PASSWORD_INSIDE =
      Pattern.compile("(?i).*[?&;,(](password|pwd)\\d?\\s*=.*");

  ConnectionUrl {
    properties = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /// What reading a URL gives.
  sealed interface Reading {
    record Good(ConnectionUrl url) implements Reading {}

    record Bad(Problem problem) implements Reading {}
  }

  static Reading read(String url) {
    Optional<JdbcDriver> driver = JdbcDriver.of(url);
    if (driver.isEmpty()) {
      return bad("it begins with no scheme we know", "use one of " + JdbcDriver.schemes());
    }
    if (url.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      return bad(
          "it holds blanks, control or non-ASCII characters", "write it in plain characters");
    }
    if (holdsPassword(driver.get(), url)) {
      return bad(
          "it holds a user or a password",
          "give them by user and password, and leave them out here");
    }
    return split(driver.get(), url);
  }

  private static boolean holdsPassword(JdbcDriver driver, String url) {
    String rest = url.substring(driver.scheme().length());
    int slash = rest.indexOf('/', 2);
    String authority = rest.startsWith("//") && slash > 0 ? rest.substring(0, slash) : rest;
    boolean userInfo =
        driver == JdbcDriver.ORACLE ? rest.indexOf('@') > 0 : authority.contains("@");
    return userInfo || PASSWORD_INSIDE.matcher(url).matches();
  }

  private static Reading split(JdbcDriver driver, String url) {
    char first = driver == JdbcDriver.H2 ? ';' : '?';
    String between = driver == JdbcDriver.H2 ? ";" : "&";
    int end = url.indexOf(first) < 0 ? url.length() : url.indexOf(first);
    String base = url.substring(0, end);
    String rest = base.substring(driver.scheme().length());
    if (!form(driver).matcher(rest).matches()) {
      return bad(
          "it does not have the form " + example(driver),
          "write it so, with a port up to 65535; properties may follow");
    }
    return switch (properties(url.substring(Math.min(end + 1, url.length())), between)) {
      case PropertyTexts.Good(var texts) ->
          new Reading.Good(new ConnectionUrl(driver, base, texts));
      case PropertyTexts.Bad(String what) -> bad(what, "write properties as name=value");
    };
  }

  private static PropertyTexts properties(String text, String between) {
    if (text.indexOf('%') >= 0) {
      return new PropertyTexts.Bad("its properties hold a percent sign");
    }
    return PropertyTexts.read(
        text.isEmpty() ? List.of() : List.of(text.split(Pattern.quote(between), -1)));
  }

  private static Pattern form(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL, MARIADB, POSTGRESQL -> HOST_AND_DATABASE;
      case H2 -> H2;
      case ORACLE -> ORACLE;
    };
  }

  private static String example(JdbcDriver driver) {
    return switch (driver) {
      case MYSQL, MARIADB, POSTGRESQL -> driver.scheme() + "//HOST:PORT/DATABASE";
      case H2 -> "jdbc:h2:mem:NAME or jdbc:h2:tcp://HOST:PORT/mem:NAME";
      case ORACLE -> "jdbc:oracle:thin:@//HOST:PORT/SERVICE";
    };
  }

  private static Reading bad(String what, String mend) {
    return new Reading.Bad(Problem.wrong(WHERE, what, mend));
  }
}
