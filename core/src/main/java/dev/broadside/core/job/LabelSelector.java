package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which agents a job may have, by their labels: `rack=a,ssd` means those whose label `rack` is
/// `a`, and that have a label `ssd`, whatever it says. All of it must hold.
///
/// @param wanted what labels must say, by their names; empty for any value
public record LabelSelector(Map<String, Optional<String>> wanted) {
  public static final String FORM =
      "name labels, each alone or as NAME=VALUE, such as rack=a,ssd; each once, and at most "
          + "20 of them";

  private static final int MOST = 20;

  public LabelSelector {
    wanted = Collections.unmodifiableMap(new LinkedHashMap<>(wanted));
  }

  /// Reads one; empty where the text is none.
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

  /// As it is read: `rack=a,ssd`.
  public String text() {
    return CommaList.joined(parts());
  }

  /// For people: `rack=a and ssd`.
  public String words() {
    return String.join(" and ", parts());
  }

  private List<String> parts() {
    return wanted.entrySet().stream()
        .map(one -> one.getKey() + one.getValue().map(value -> "=" + value).orElse(""))
        .toList();
  }

  /// Whether it leaves nobody out.
  public boolean isEmpty() {
    return wanted.isEmpty();
  }

  /// Whether an agent with these labels may be had.
  public boolean matches(Map<String, String> labels) {
    return wanted.entrySet().stream()
        .allMatch(one ->
            labels.containsKey(one.getKey())
                && one.getValue()
                    .filter(value -> !value.equals(labels.get(one.getKey())))
                    .isEmpty());
  }
}
