package dev.broadside.core.figures;

import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The units of figures that no job class declares, which are known before a run has them. A test
/// holds them against all declarations.
public final class UsualFigures {
  private static final List<Figure> DECLARED =
      Stream.of(
              DatabaseFigures.ALL.stream(),
              ConnectionFigure.ALL.stream(),
              Arrays.stream(GeneratorFigure.values()).map(GeneratorFigure::figure))
          .flatMap(figures -> figures)
          .toList();

  /// Those whose ids depend on hosts and engines, by a pattern of the id.
  private static final Map<String, String> BY_PATTERN = new LinkedHashMap<>();

  static {
    host("(?:cpu|core)", "user|system|ioWait|idle|steal", "%");
    host("(?:cpu|core)", "all", "ms/s");
    host("tasks", "running|blocked|load", "");
    host("tasks", "switches|forks", "/s");
    host("memory", "used|available|cached|dirty|swap", "MiB");
    host("disk", "reads|writes", "/s");
    host("disk", "readBytes|writtenBytes", "B/s");
    host("disk", "readTime|writeTime", "ms");
    host("disk", "busy", "%");
    host("disk", "queue", "");
    host("disk", "time", "ms/s");
    host("net", "receivedBytes|sentBytes", "B/s");
    host("net", "received|sent|errors", "/s");
    BY_PATTERN.put("jvm\\.(?:heap|heapAfterGc)", "MiB");
    BY_PATTERN.put("jvm\\.(?:threads|descriptors)", "");
    BY_PATTERN.put("db\\.(?:mysql|oracle)_wait_\\w+", "ms/s");
    BY_PATTERN.put("db\\.mysql_checkpoint_age", "MiB");
    BY_PATTERN.put("db\\.pg_hidden_sessions", "sessions");
  }

  private UsualFigures() {}

  private static void host(String part, String figures, String unit) {
    BY_PATTERN.put("host\\." + part + "(?:_.*)?\\.(?:" + figures + ")@.+", unit);
  }

  /// The unit in which a figure is shown; empty if the id is that of another figure.
  public static Optional<String> unit(String id) {
    return declared(id)
        .map(one -> FigureBin.unit(one, declared(one.shareOf())))
        .or(() ->
            BY_PATTERN.entrySet().stream()
                .filter(one -> id.matches(one.getKey()))
                .findFirst()
                .map(Map.Entry::getValue));
  }

  private static Optional<Figure> declared(String id) {
    return DECLARED.stream().filter(one -> one.id().equals(id)).findFirst();
  }
}
