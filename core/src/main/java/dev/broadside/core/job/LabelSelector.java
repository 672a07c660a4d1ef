package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.CommaList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which agents a job may have, by their labels: `rack=a,ssd` selects agents whose label `rack` is
/// `a` and that have a label `ssd` with any value. All parts must hold.
///
/// @param wanted the value that each label must have; empty for any value
public record LabelSelector(Map<String, Optional<String>> wanted) {
  public static final String FORM =
      "name labels, each alone or as NAME=VALUE, such as rack=a,ssd; each once, and at most "
          + "20 of them";

  private static final int MOST = 20;

  public LabelSelector {
    wanted = Collections.unmodifiableMap(new LinkedHashMap<>(wanted));
  }

  /// Reads a selector; empty if the text is not one.
  public static Optional<LabelSelector> of(String text) {
    Map<String, Optional<String>> wanted = new LinkedHashMap<>();
    List<String> parts = CommaList.parts(text);
    for (String part : parts) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals).strip();
      String value = part.substring(equals + 1).strip();
      boolean good =
          !name.isEmpty()
              && name.length() <= Bounds.MAX_NAME
              && value.length() <= Bounds.MAX_NAME
              && part.chars().noneMatch(Character::isISOControl);
      if (!good || wanted.put(name, equals < 0 ? Optional.empty() : Optional.of(value)) != null) {
        return Optional.empty();
      }
    }
    return wanted.size() <= MOST ? Optional.of(new LabelSelector(wanted)) : Optional.empty();
  }

  /// The text that can be read again: `rack=a,ssd`.
  public String text() {
    return CommaList.joined(parts());
  }

  /// The selector in words: `rack=a and ssd`.
  public String words() {
    return String.join(" and ", parts());
  }

  private List<String> parts() {
    return wanted.entrySet().stream()
        .map(one -> one.getKey() + one.getValue().map(value -> "=" + value).orElse(""))
        .toList();
  }

  /// Whether it selects all agents.
  public boolean isEmpty() {
    return wanted.isEmpty();
  }

  /// Whether it selects an agent with these labels.
  public boolean matches(Map<String, String> labels) {
    return wanted.entrySet().stream()
        .allMatch(one ->
            labels.containsKey(one.getKey())
                && one.getValue()
                    .filter(value -> !value.equals(labels.get(one.getKey())))
                    .isEmpty());
  }
}
