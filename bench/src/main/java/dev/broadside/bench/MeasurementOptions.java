package dev.broadside.bench;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to measure and for how long: words, and options of the form `--name value`.
///
/// @param words the figures' numbers, such as `P1`; none for all
/// @param options by name
public record MeasurementOptions(List<String> words, Map<String, String> options) {
  private static final String SHARED = "shared";
  private static final String APART = "apart";

  /// The options that there are, with what they are when they are not given.
  private static final Map<String, String> PRESETS =
      Map.ofEntries(
          entry("seconds", "10"),
          entry("warmup", "5"),
          entry("rounds", "3"),
          entry("turns", "15"),
          entry("turn-seconds", "1"),
          entry("turn-warmup", "20"),
          entry("connections", "1,4,16,64,256,1000"),
          entry("thread-kind", "platform"),
          entry("cores", SHARED),
          entry("rows", "100000"),
          entry("load-rows", "1000000"),
          entry("loop-threads", "8"),
          entry("drivers", "mysql,mariadb,postgresql"),
          entry("many", "10000"),
          entry("agents", "1000,2000,3000,5000"),
          entry("samples", "100"),
          entry("heap", "512m"),
          entry("rates", "1000,10000,50000"),
          entry("open-threads", "4"));

  /// Words and options that there are not.
  public static final class UnknownException extends Exception {
    private static final long serialVersionUID = 1;

    public UnknownException(String sentence) {
      super(sentence);
    }
  }

  public static MeasurementOptions parse(String... arguments) throws UnknownException {
    List<String> words = new ArrayList<>();
    Map<String, String> options = new LinkedHashMap<>(PRESETS);
    for (int i = 0; i < arguments.length; i++) {
      if (!arguments[i].startsWith("--")) {
        words.add(arguments[i]);
        continue;
      }
      String name = arguments[i].substring(2);
      if (!PRESETS.containsKey(name) || i + 1 == arguments.length) {
        throw new UnknownException(
            "there is no option " + arguments[i] + " VALUE; give " + String.join(", ", names()));
      }
      options.put(name, arguments[++i]);
    }
    if (!List.of(SHARED, APART).contains(options.get("cores"))) {
      throw new UnknownException(
          "--cores is %s or %s, and not %s".formatted(SHARED, APART, options.get("cores")));
    }
    return new MeasurementOptions(words, options);
  }

  private static List<String> names() {
    return PRESETS.keySet().stream().sorted().map(name -> "--" + name).toList();
  }

  /// The measured time of one run.
  public int seconds() {
    return number("seconds");
  }

  public int rounds() {
    return number("rounds");
  }

  /// How `broadside run` is told for how long.
  public List<String> times() {
    return List.of("--warmup", number("warmup") + "s", "--duration", seconds() + "s");
  }

  /// Whether the database has the first core alone and its clients have the second, as on hosts of
  /// their own.
  public boolean apart() {
    return text("cores").equals(APART);
  }

  public int number(String name) {
    return Integer.parseInt(text(name));
  }

  public List<Integer> numbers(String name) {
    return texts(name).stream().map(Integer::valueOf).toList();
  }

  public List<String> texts(String name) {
    return List.of(text(name).split(",", -1));
  }

  public String text(String name) {
    return Optional.ofNullable(options.get(name)).orElseThrow();
  }
}
