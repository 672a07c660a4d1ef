package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class JsonTest {
  /// An escape, its one-byte kin of the C1 set, a line break of Unicode, and marks that turn the
  /// direction of writing or have no width.
  private static final String HOSTILE = "a\u001b[2J\u009b2J\n\u2028\u202e\u200b\ufeff\u007f\"=cmd";

  private final JsonMapper json = Json.mapper();

  @Test
  void whatATerminalWouldObeyIsEscapedAndReadsBack() {
    Map<String, String> value = Map.of(HOSTILE, HOSTILE);
    String text = json.writeValueAsString(value);
    assertTrue(text.chars().allMatch(c -> c >= ' ' && c < 0x7f), text);
    assertEquals(value, json.readValue(text, Map.class));
    assertEquals(value, json.readValue(json.writeValueAsBytes(value), Map.class));
  }

  @Test
  void lettersOfAllLanguagesStayAsTheyAre() {
    assertEquals("\"Größe 大小 😀\"", json.writeValueAsString("Größe 大小 😀"));
  }

  @Test
  void theNamedPartsOfARecordAreWrittenFlatAndReadBack() {
    RunDocument run = Studies.run("s", 1, 100);
    ObjectNode tree = json.valueToTree(run.job());
    assertEquals("completed", tree.path("state").asString());
    assertEquals("platform", tree.path("threadKind").asString());
    assertEquals(run.job(), json.treeToValue(tree, RunDocument.JobSummary.class));
    assertEquals(run, json.readValue(json.writeValueAsString(run), RunDocument.class));
  }

  @Test
  void aFieldThatIsMissingInANamedPartIsAnError() {
    ObjectNode tree = json.valueToTree(Studies.run("s", 1, 100).job());
    tree.remove("state");
    assertThrows(
        JacksonException.class, () -> json.treeToValue(tree, RunDocument.JobSummary.class));
  }
}
