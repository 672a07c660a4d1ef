package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
