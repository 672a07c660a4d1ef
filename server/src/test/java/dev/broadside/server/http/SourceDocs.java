package dev.broadside.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the `///` comments in the sources say of records, for those who do not read Java.
final class SourceDocs {
  private static final List<String> SOURCES = List.of("core/spi", "core", "server");
  private static final Pattern PARAM = Pattern.compile("@param (\\w+)\\s+");
  private static final Pattern LINK = Pattern.compile("\\[([\\w.#]+)(\\([^)]*\\))?]");

  private final Path top;
  private final Map<Class<?>, Doc> read = new HashMap<>();

  /// What is said of a type.
  ///
  /// @param text what it is
  /// @param fields what its components are, of those of which anything is said
  record Doc(String text, Map<String, String> fields) {}

  /// @param top the folder of the whole project
  SourceDocs(Path top) {
    this.top = top;
  }

  Doc of(Class<?> type) {
    return read.computeIfAbsent(type, this::parse);
  }

  private Doc parse(Class<?> type) {
    Pattern place =
        Pattern.compile(
            "((?:^ *///.*\\n)+)(?:^ *@.*\\n)*^[ \\w]*\\b(?:record|class|enum|interface) "
                + type.getSimpleName()
                + "\\b",
            Pattern.MULTILINE);
    Matcher found = place.matcher(source(type));
    return found.find() ? doc(found.group(1)) : new Doc("", Map.of());
  }

  private String source(Class<?> type) {
    Class<?> outermost = type;
    while (outermost.getEnclosingClass() instanceof Class<?> outer) {
      outermost = outer;
    }
    String file = "src/main/java/" + outermost.getName().replace('.', '/') + ".java";
    Optional<Path> path =
        SOURCES.stream()
            .map(module -> top.resolve(module).resolve(file))
            .filter(Files::exists)
            .findFirst();
    try {
      return path.isPresent() ? Files.readString(path.get()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Doc doc(String comment) {
    List<String> parts = new ArrayList<>(List.of(""));
    for (String line : comment.lines().toList()) {
      String text = line.strip().substring(3).strip();
      if (text.startsWith("@")) {
        parts.add(text);
      } else {
        parts.set(parts.size() - 1, parts.getLast() + (text.isEmpty() ? "\n\n" : " " + text));
      }
    }
    Map<String, String> fields = new HashMap<>();
    for (String part : parts) {
      Matcher param = PARAM.matcher(part);
      if (param.lookingAt()) {
        fields.put(param.group(1), plain(part.substring(param.end())));
      }
    }
    return new Doc(plain(parts.getFirst()), fields);
  }

  /// Links become the name that they lead to.
  private static String plain(String text) {
    return LINK.matcher(text)
        .replaceAll(link -> "`" + link.group(1).replaceAll("^.*[.#]", "") + "`")
        .replaceAll(" *\n\n *", "\n\n")
        .strip();
  }
}
