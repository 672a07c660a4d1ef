package dev.broadside.kit.engine;

import dev.broadside.core.param.Problem;
import java.util.Collections;
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
/// of those would be a way around a check.
///
/// @param engine the one whose driver the scheme chooses
/// @param base the URL without properties
/// @param properties those that stood in the URL, in order
public record ConnectionUrl(Engine engine, String base, Map<String, String> properties) {
  private static final String WHERE = "parameter url";
  static final String HOST = "(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])";
  static final String PORT =
      ":(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
  static final String SERVER = "//" + HOST + "(?:" + PORT + ")?/";
  static final String NAME = "[A-Za-z0-9_$.-]{1,128}";
  static final Pattern HOST_AND_DATABASE = Pattern.compile(SERVER + NAME);
  private static final Pattern PASSWORD_INSIDE =
      Pattern.compile("(?i).*[?&;,(](password|pwd)\\d?\\s*=.*");

  public ConnectionUrl {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /// What reading a URL gives.
  public sealed interface Reading {
    record Good(ConnectionUrl url) implements Reading {}

    record Bad(Problem problem) implements Reading {}
  }

  public static Reading read(String url) {
    Optional<Engine> engine = Engines.ofUrl(url);
    if (engine.isEmpty()) {
      return bad(
          "Broadside knows no database with such a URL",
          "begin it with one of " + Engines.schemes());
    }
    if (url.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      return bad(
          "it holds blanks, control or non-ASCII characters", "write it in plain characters");
    }
    if (holdsPassword(engine.get(), url)) {
      return bad(
          "it holds a user or a password",
          "give them as the parameters user and password, and leave them out here");
    }
    return split(engine.get(), url);
  }

  private static boolean holdsPassword(Engine engine, String url) {
    String rest = url.substring(engine.scheme().length());
    int slash = rest.indexOf('/', 2);
    String authority = rest.startsWith("//") && slash > 0 ? rest.substring(0, slash) : rest;
    return authority.lastIndexOf('@') > 0 || PASSWORD_INSIDE.matcher(url).matches();
  }

  private static Reading split(Engine engine, String url) {
    int first = url.indexOf(engine.separators().charAt(0));
    int end = first < 0 ? url.length() : first;
    String base = url.substring(0, end);
    String rest = base.substring(engine.scheme().length());
    if (!engine.address().matcher(rest).matches()) {
      return bad(
          "it does not have the form " + engine.example(),
          "write it in that form, with a port up to 65535; properties may follow");
    }
    return switch (properties(
        url.substring(Math.min(end + 1, url.length())), engine.separators().substring(1))) {
      case PropertyTexts.Good(var texts) ->
          new Reading.Good(new ConnectionUrl(engine, base, texts));
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

  private static Reading bad(String what, String mend) {
    return new Reading.Bad(Problem.wrong(WHERE, what, mend));
  }
}
