package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

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
}
