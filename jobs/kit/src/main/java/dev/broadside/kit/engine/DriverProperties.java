package dev.broadside.kit.engine;

import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The properties that a user may give a driver, in its URL or separately: those that its table
/// allows, with values of a plain form. Immutable.
///
/// A driver's properties can name classes to be loaded, files to be read and hosts to be asked, on
/// the agent. So a property that is not in the table is refused.
final class DriverProperties {
  /// The form of values that are accepted.
  static final String PLAIN = "[\\w.:,/+ -]{0,200}";

  private static final Pattern SECRET = Pattern.compile(".*(password|pwd|secret|token)\\d?");

  /// Why a property is refused.
  enum Reason {
    CODE("names code that the driver would run", "leave it out"),
    FILES("names files or directories on the agent", "leave it out"),
    ELSEWHERE("leads to another host or login service", "leave it out"),
    SECRET(
        "holds a secret, and driver properties are shown with the result",
        "leave it out; the user's password is a parameter of its own"),
    IDENTITY("says who connects, or where to", "give that by url, user and password"),
    MEASURED("changes what is measured", "leave it out"),
    REPLACED("is overruled by sslMode, which has a value here", "set sslMode instead"),
    UNCLEAR("is not known to be harmless", "leave it out");

    private final String why;
    private final String mend;

    Reason(String why, String mend) {
      this.why = why;
      this.mend = mend;
    }
  }

  /// The judgement of one property.
  sealed interface Judgement {
    /// @param name in the driver's own spelling
    record Allowed(String name, Pattern values) implements Judgement {}

    /// @param name in the driver's own spelling, or, of a family, as the user wrote it
    record Refused(String name, Reason reason) implements Judgement {}

    record Unknown(String name) implements Judgement {}
  }

  private record Family(String beginning, Reason reason) {}

  private final String driver;
  private final Map<String, Judgement> listed = new HashMap<>();
  private final List<Family> families = new ArrayList<>();

  private DriverProperties(String driver) {
    this.driver = driver;
  }

  /// Reads a table. On each line `may` and names with their aliases, as `NAME/ALIAS NAME`; or
  /// `like`, a name and a pattern of its values; or the [Reason] why the names that follow are
  /// refused, where `BEGINNING*` stands for a family.
  ///
  /// @param driver as a sentence names it
  /// @param values the form of all values whose line says nothing else
  static DriverProperties read(String driver, String values, String table) {
    DriverProperties properties = new DriverProperties(driver);
    Pattern plain = Pattern.compile(values);
    for (String line : table.split("\n")) {
      String[] words = line.split(" +", 2);
      switch (words[0]) {
        case "may" ->
            names(words[1])
                .forEach(name -> properties.list(name, new Judgement.Allowed(first(name), plain)));
        case "like" -> {
          String[] rule = words[1].split(" ", 2);
          properties.list(rule[0], new Judgement.Allowed(rule[0], Pattern.compile(rule[1])));
        }
        default -> properties.refuse(Reason.valueOf(words[0].toUpperCase(Locale.ROOT)), words[1]);
      }
    }
    return properties;
  }

  private static Stream<String> names(String text) {
    return Stream.of(text.split(" "));
  }

  private static String first(String aliases) {
    return aliases.split("/")[0];
  }

  private void refuse(Reason reason, String text) {
    names(text)
        .forEach(name -> {
          if (name.endsWith("*")) {
            families.add(new Family(lower(name.substring(0, name.length() - 1)), reason));
          } else {
            list(name, new Judgement.Refused(first(name), reason));
          }
        });
  }

  private void list(String aliases, Judgement judgement) {
    for (String name : aliases.split("/")) {
      if (listed.putIfAbsent(lower(name), judgement) != null) {
        throw new IllegalArgumentException(name + " is judged twice");
      }
    }
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /// The names of all properties that may be set, in the driver's spelling and in order.
  Stream<String> allowed() {
    return listed.values().stream()
        .mapMulti((Judgement judgement, Consumer<String> into) -> {
          if (judgement instanceof Judgement.Allowed allowed) {
            into.accept(allowed.name());
          }
        })
        .distinct()
        .sorted(String.CASE_INSENSITIVE_ORDER);
  }

  /// Judges a property; upper and lower case make no difference.
  Judgement judge(String name) {
    String key = lower(name);
    if (listed.get(key) instanceof Judgement.Allowed allowed) {
      return allowed;
    }
    return SECRET.matcher(key).matches()
        ? new Judgement.Refused(name, Reason.SECRET)
        : listed.getOrDefault(key, byFamily(name, key));
  }

  private Judgement byFamily(String name, String key) {
    return families.stream()
        .filter(family -> key.startsWith(family.beginning()))
        .<Judgement>map(family -> new Judgement.Refused(name, family.reason()))
        .findFirst()
        .orElse(new Judgement.Unknown(name));
  }

  /// Everything that is wrong with properties that a user gives.
  ///
  /// @param where the parameter that holds them
  /// @param defaults our own values: a refused property may be given the one that it has anyway
  List<Problem> problems(String where, Map<String, String> texts, Map<String, String> defaults) {
    List<Problem> problems = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    texts.forEach((text, value) -> {
      switch (judge(text)) {
        case Judgement.Allowed(String name, Pattern values) -> {
          String before = seen.putIfAbsent(name, text);
          if (before != null) {
            problems.add(
                Problem.wrong(
                    where, before + " and " + text + " are one property", "leave one of them out"));
          } else if (!values.matcher(value).matches()) {
            problems.add(
                Problem.wrong(
                    where,
                    "the value of %s does not have the form that is allowed for %s"
                        .formatted(text, driver),
                    "write it in the form " + values));
          }
        }
        case Judgement.Refused(String name, Reason reason) -> {
          if (!value.equalsIgnoreCase(defaults.getOrDefault(name, " "))) {
            problems.add(
                Problem.wrong(
                    where,
                    "%s is refused: with %s it %s".formatted(text, driver, reason.why),
                    reason.mend));
          }
        }
        case Judgement.Unknown _ ->
            problems.add(
                Problem.wrong(
                    where,
                    "%s is refused: it is not among the known properties of %s"
                        .formatted(text, driver),
                    "write it as the driver does, or leave it out"));
      }
    });
    return problems;
  }

  /// These properties under the driver's own spelling, since some drivers accept no other.
  Map<String, String> inTheDriversWords(Map<String, String> texts) {
    Map<String, String> named = new LinkedHashMap<>();
    texts.forEach((text, value) -> named.put(name(text), value));
    return named;
  }

  private String name(String text) {
    return switch (judge(text)) {
      case Judgement.Allowed(String name, _) -> name;
      case Judgement.Refused(String name, _) -> name;
      case Judgement.Unknown(String name) -> name;
    };
  }
}
