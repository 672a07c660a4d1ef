package dev.broadside.core.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordKeyTest {
  private static RecordKey key(String agent) {
    return new RecordKey("run", agent, 0, RecordKey.LOAD, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "z", "A", "Z", "0", "9", "a b", "a.b", "a_b", "a-b"})
  void lettersDigitsBlanksDotsDashesAndUnderscoresAreAName(String name) {
    assertEquals(name, key(name).agent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "`", "{", "@", "[", "/", ":", "a/b", "ä", "a\nb", "a\"b"})
  void nothingElseIsAName(String name) {
    assertThrows(IllegalArgumentException.class, () -> key(name));
    assertThrows(IllegalArgumentException.class, () -> new RecordKey(name, "agent", 0, "load", 0));
    assertThrows(IllegalArgumentException.class, () -> new RecordKey("run", "agent", 0, name, 0));
  }

  @Test
  void aNameHasUpToAHundredCharacters() {
    assertEquals(100, key("a".repeat(100)).agent().length());
    assertThrows(IllegalArgumentException.class, () -> key("a".repeat(101)));
  }

  @Test
  void numbersAreNotBelowZero() {
    assertThrows(
        IllegalArgumentException.class, () -> new RecordKey("run", "agent", -1, "load", 0));
    assertThrows(
        IllegalArgumentException.class, () -> new RecordKey("run", "agent", 0, "load", -1));
  }

  @Test
  void recordsStandByRunAgentIncarnationStreamAndNumber() {
    List<RecordKey> inOrder =
        List.of(
            new RecordKey("a", "x", 9, "watch", 9),
            new RecordKey("b", "x", 9, "watch", 9),
            new RecordKey("b", "y", 1, "watch", 9),
            new RecordKey("b", "y", 2, "load", 8),
            new RecordKey("b", "y", 2, "load", 9),
            new RecordKey("b", "y", 2, "watch", 0));
    List<RecordKey> keys = new ArrayList<>(inOrder);
    Collections.shuffle(keys, new Random(1));
    Collections.sort(keys);
    assertEquals(inOrder, keys);
  }
}
