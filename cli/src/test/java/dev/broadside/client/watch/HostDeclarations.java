package dev.broadside.client.watch;

import dev.broadside.core.work.Figure;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The figures of each part of a host, whatever host the test runs on.
public final class HostDeclarations {
  private HostDeclarations() {}

  /// The parts by their words, in the order of their declaration; a core has the figures of cpu.
  public static Map<String, List<Figure>> byPart() {
    return Arrays.stream(HostPart.values())
        .filter(part -> part != HostPart.CORE)
        .collect(
            Collectors.toMap(
                HostPart::word,
                part -> part.figures().stream().map(HostFigure::figure).toList(),
                (one, _) -> one,
                LinkedHashMap::new));
  }
}
