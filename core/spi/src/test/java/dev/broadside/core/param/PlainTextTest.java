package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PlainTest {
  @Test
  void controlCharactersAreTakenOut() {
    assertEquals("a?[31mb c?", Plain.text("a\u001b[31mb\nc\u0007"));
  }

  @Test
  void charactersThatReverseTheWritingAreTakenOut() {
    assertEquals("a?b", Plain.text("a\u202eb"));
  }

  @Test
  void longTextIsCut() {
    assertEquals("abcde...", Plain.text("abcdefghijk", 8));
    assertEquals("abcdefgh", Plain.text("abcdefgh", 8));
  }

  @Test
  void otherScriptsStay() {
    assertEquals("größe 大きさ", Plain.text("größe 大きさ"));
  }
}
