package dev.broadside.core.param;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PlainTextTest {
  @Test
  void controlCharactersAreTakenOut() {
    assertEquals("a?[31mb c?", PlainText.line("a\u001b[31mb\nc\u0007"));
  }

  @Test
  void charactersThatReverseTheWritingAreTakenOut() {
    assertEquals("a?b", PlainText.line("a\u202eb"));
  }

  @Test
  void longTextIsCut() {
    assertEquals("abcde...", PlainText.line("abcdefghijk", 8));
    assertEquals("abcdefgh", PlainText.line("abcdefgh", 8));
  }

  @Test
  void otherScriptsStay() {
    assertEquals("größe 大きさ", PlainText.line("größe 大きさ"));
  }

  @Test
  void lineBreaksAndTabsStayWhereLinesAreWanted() {
    assertEquals("a\n\tb??", PlainText.lines("a\n\tb\r\u0085", 100));
    assertEquals("a b c", PlainText.line("a\tb\rc"));
  }

  @Test
  void aCutLeavesNoHalfOfACharacter() {
    assertEquals("ab?...", PlainText.line("ab\ud83d\ude00cdef", 6));
    assertEquals("ab\ud83d\ude00", PlainText.line("ab\ud83d\ude00", 6));
  }
}
