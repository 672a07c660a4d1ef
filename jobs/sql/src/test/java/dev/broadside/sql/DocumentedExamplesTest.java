package dev.broadside.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every example of docs/sql-jobs.md is a YAML job class, or becomes one with the keys that it
/// leaves out.
class DocumentedExamplesTest {
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

  static List<String> examples() {
    Matcher found = EXAMPLE.matcher(YamlClasses.text(Path.of("../../docs/sql-jobs.md")));
    return found.results().map(one -> one.group(1)).toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isAYamlClass(String example) {
    String text = example;
    if (!text.contains("job-class:")) {
      text = "job-class: example\n" + text;
    }
    if (!text.contains("\ntransactions:")) {
      text += "transactions: {t: {do: []}}\n";
    }
    List<Problem> problems =
        switch (YamlClassReader.read("sql-jobs.md", text, _ -> Optional.of("id,what\n1,a\n"))) {
          case YamlClass.Reading.Good(_) -> List.of();
          case YamlClass.Reading.Bad(List<Problem> found) -> found;
        };
    assertEquals(List.of(), problems.stream().map(Problem::sentence).toList(), example);
  }

  @Test
  void thereAreExamplesForEachPart() {
    String all = String.join("\n", examples());
    for (String key :
        List.of("feeds", "queues", "samples", "figures", "open", "before", "checks")) {
      assertTrue(all.contains(key + ":"), () -> "no example has " + key);
    }
  }
}
