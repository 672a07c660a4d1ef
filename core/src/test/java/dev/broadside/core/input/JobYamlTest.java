package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobYamlTest {
  private static String refusal(String text) {
    List<Problem> problems = new ArrayList<>();
    JobYaml.read(text, problems);
    return problems.getFirst().sentence();
  }

  @Test
  void aTabThatIndentsIsToldOfItsLine() {
    assertEquals(
        "line 3: it is indented by a tab, which YAML does not take; indent with spaces.",
        refusal("group: x\nmembers:\n\t- name: a"));
    String open = refusal("group: [");
    assertTrue(open.startsWith("line 1, column 9: it is neither YAML nor JSON ("), open);
  }

  /// The parser is beyond the mistake, or still before it, when it gives up.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a: 1;;members;  - b: 2|line 3, column 1|could not find expected ':'",
        "a: 'x;b: 2|line 1, column 4|found unexpected end of stream",
        "a: {b: 1;c: 2|line 1, column 4|expected ',' or '}', but got :",
        "- a;b: 1|line 2, column 1|expected <block end>, but found '?'",
        "a: 1; b: 2|line 2, column 3|mapping values are not allowed here"
      })
  void aMistakeIsToldWhereOneLooksForIt(String text, String where, String cause) {
    assertEquals(
        where + ": it is neither YAML nor JSON (" + cause + "); mend that line.",
        refusal(text.replace(';', '\n')));
  }
}
