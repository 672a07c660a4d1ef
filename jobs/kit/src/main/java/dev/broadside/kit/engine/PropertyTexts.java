package dev.broadside.kit.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `name=value` texts strictly: an ambiguous text is refused.
public sealed interface PropertyTexts {
  Pattern NAME = Pattern.compile("[A-Za-z0-9_.$]{1,100}");

  record Good(Map<String, String> texts) implements PropertyTexts {}

  record Bad(String what) implements PropertyTexts {}

  static PropertyTexts read(List<String> parts) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String part : parts) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (equals < 0 || !NAME.matcher(name.strip()).matches()) {
        return new Bad("one of its properties is not name=value");
      }
      if (texts.keySet().stream().anyMatch(name.strip()::equalsIgnoreCase)) {
        return new Bad("it gives the property " + name.strip() + " twice");
      }
      texts.put(name.strip(), part.substring(equals + 1).strip());
    }
    return new Good(texts);
  }

  /// The texts, if all were good.
  default Optional<Map<String, String>> good() {
    return switch (this) {
      case Good(var texts) -> Optional.of(texts);
      case Bad _ -> Optional.empty();
    };
  }
}
