package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every line of `target-corpus.txt`: URLs and driver properties that are attacks, mistakes, or
/// what loads want.
class TargetCorpusTest {

  record Case(String outcome, String url, String driverProperties, String says) {
    static Case of(String line) {
      String[] parts = line.split("\\|", -1);
      return new Case(parts[0], unescaped(parts[1]), unescaped(parts[2]), parts[3]);
    }
  }

  private static String unescaped(String text) {
    return text.replace("\\u200b", "\u200b").replace("\\u0000", "\0").translateEscapes();
  }

  static Stream<Case> cases() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(TargetCorpusTest.class.getResourceAsStream("/target-corpus.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines().filter(line -> !line.startsWith("#")).map(Case::of).toList().stream();
    }
  }

  static List<Problem> problems(String url, String driverProperties) {
    return switch (TargetParameters.ALL.read(
        Map.of("url", url, "driver-properties", driverProperties))) {
      case Parameters.Reading.Good(var values) -> Target.check(values);
      case Parameters.Reading.Bad(List<Problem> problems) -> problems;
    };
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTakenOrRefused(Case line) {
    List<Problem> problems = problems(line.url(), line.driverProperties());
    if (line.outcome().equals("taken")) {
      assertEquals(List.of(), problems);
    } else {
      String sentences = problems.stream().map(Problem::sentence).collect(Collectors.joining("\n"));
      assertFalse(sentences.isEmpty(), "it was taken");
      assertTrue(sentences.contains(line.says()), sentences);
      assertFalse(sentences.contains("secret@"), sentences);
    }
  }
}
