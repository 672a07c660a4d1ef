package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.Problem;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads YAML job classes of tests.
final class YamlClasses {
  private static final Path EXAMPLES = Path.of("../../examples/sql");

  private YamlClasses() {}

  static SqlJob example(String name) {
    return new SqlJob(exampleFile(name));
  }

  static YamlClass exampleFile(String name) {
    return file(
        name,
        text(EXAMPLES.resolve(name)),
        file ->
            Files.exists(EXAMPLES.resolve(file))
                ? Optional.of(text(EXAMPLES.resolve(file)))
                : Optional.empty());
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SqlJob job(String text) {
    return new SqlJob(file(text));
  }

  static SqlJob job(String text, Map<String, String> beside) {
    return new SqlJob(file("test.yaml", text, name -> Optional.ofNullable(beside.get(name))));
  }

  static YamlClass file(String text) {
    return file("test.yaml", text, _ -> Optional.empty());
  }

  private static YamlClass file(String name, String text, YamlClass.Attachments attachments) {
    return switch (YamlClassReader.read(name, text, attachments)) {
      case YamlClass.Reading.Good(YamlClass file) -> file;
      case YamlClass.Reading.Bad(List<Problem> problems) ->
          fail(problems.stream().map(Problem::sentence).toList().toString());
    };
  }

  /// What is wrong with a text.
  static List<String> problems(String text) {
    return problems(text, Map.of());
  }

  static List<String> problems(String text, Map<String, String> beside) {
    return switch (YamlClassReader.read(
        "test.yaml", text, name -> Optional.ofNullable(beside.get(name)))) {
      case YamlClass.Reading.Good(_) -> List.of();
      case YamlClass.Reading.Bad(List<Problem> problems) ->
          problems.stream().map(Problem::sentence).toList();
    };
  }
}
