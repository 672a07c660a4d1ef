package dev.broadside.core.work;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What [JobClass#prepare] found and made, as texts by name. It travels to every agent and into the
/// result.
///
/// Names that begin with `driver.` or `database.` are shown under those headings and describe how
/// the target is set up. A comparison of two runs names their differences. Other facts, such as
/// what was found in a table, are not compared. Secrets do not belong here.
///
/// @param texts at most 500, each of at most 4,000 characters; in the order in which they are shown
public record Facts(Map<String, String> texts) {
  public static final Facts NONE = new Facts(Map.of());

  /// What the cheapest question to the target took before the load, in milliseconds: the median. No
  /// latency of the load can be lower. Results show it beside their latencies.
  public static final String FLOOR_ROUND_TRIP = "floor.roundTripMillis";

  /// What a prepared statement that selects one number took before the load, in milliseconds: the
  /// median.
  public static final String FLOOR_SELECT = "floor.select1Millis";

  /// Begins the facts about the data that the target was loaded with.
  public static final String DATA_SET = "dataset.";

  /// The fact that says whether a run began on the data that its definition asks for.
  public static final String DATA_BEGAN = DATA_SET + "began";

  /// The fact that says how many rows the job loaded, and how fast.
  public static final String DATA_LOADED = DATA_SET + "load";

  /// The fact that says that the job was only to load its tables.
  public static final String DATA_ONLY = DATA_SET + "only";

  /// The fact that says how the data were brought back before the run.
  public static final String DATA_RESET = DATA_SET + "reset";

  /// Begins the facts that say what each table was loaded with.
  public static final String DATA_TABLE = DATA_SET + "table.";

  public Facts {
    texts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  /// A whole number by name.
  ///
  /// @throws IllegalStateException if the fact is missing: a mistake in the job class
  public long whole(String name) {
    return text(name)
        .map(Long::parseLong)
        .orElseThrow(() -> new IllegalStateException("no fact " + name));
  }

  public Facts with(String name, Object value) {
    Map<String, String> more = new LinkedHashMap<>(texts);
    more.put(name, String.valueOf(value));
    return new Facts(more);
  }
}
