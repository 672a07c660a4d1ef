package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.cli.term.Table.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static Table table() {
    Table table =
        new Table(
            Column.words("name"),
            Column.numbers("count"),
            Column.numbers("mean").unlessNarrow(2),
            Column.numbers("max").unlessNarrow(1));
    table.row("select", "1,000", "0.5", "12");
    table.row("a longer name", "7", "10.25", "3");
    return table;
  }

  @Test
  void wordsAreAlignedLeftAndNumbersRight() {
    assertEquals(
        List.of(
            "name           count   mean  max",
            "select         1,000    0.5   12",
            "a longer name      7  10.25    3"),
        table().lines(Integer.MAX_VALUE));
  }

  @Test
  void theLeastImportantColumnGoesFirstWhereItIsNarrow() {
    assertEquals("name           count  max", table().lines(31).getFirst());
    assertEquals("name           count", table().lines(24).getFirst());
  }

  @Test
  void wordsThatMayGoAreCutBeforeTheyGoAndNumbersNever() {
    Table table =
        new Table(
            Column.words("id"),
            Column.words("name").unlessNarrow(1),
            Column.words("reason").unlessNarrow(2));
    table.row("1", "x".repeat(300), "needs three agents, two are connected");
    table.row("2", "short", "");
    assertEquals(
        List.of(
            "id  name               reason",
            "1   xxxxxxxxxxxxxxxx…  needs three agen…",
            "2   short"),
        table.lines(40));
    assertEquals("1   xxxxxxxxxxxxxxx…", table.lines(20).get(1));
    assertEquals(243, table.lines(Integer.MAX_VALUE).get(1).length());
  }

  @Test
  void columnsThatHaveToStayMakeTheLineTooLongInsteadOfGoing() {
    assertEquals("name           count", table().lines(5).getFirst());
  }

  @Test
  void hostileCellsCannotBreakTheTable() {
    Table table = new Table(Column.words("name"));
    table.row("x\r\u001b[2Jy");
    assertEquals("x ?[2Jy", table.lines(80).get(1));
  }

  @Test
  void wideCharactersTakeTwoColumnsAndMarksNone() {
    Table table = new Table(Column.words("name"), Column.words("sign"));
    table.row("plain names", "|");
    table.row("夜間テスト", "|");
    table.row("🚀🚀 10万件", "|");
    table.row("cafe\u0301 ⏱ ½", "|");
    table.row("🇩🇪 ｶﾅ 한글", "|");
    assertEquals(
        List.of(
            "name         sign",
            "plain names  |",
            "夜間テスト   |",
            "🚀🚀 10万件  |",
            "cafe\u0301 ⏱ ½     |",
            "🇩🇪 ｶﾅ 한글   |"),
        table.lines(80));
  }

  @Test
  void wideWordsAreCutBetweenCharacters() {
    Table table =
        new Table(Column.words("id"), Column.words("name").unlessNarrow(1), Column.words("sign"));
    table.row("1", "夜".repeat(30), "|");
    table.row("2", "🚀".repeat(30), "|");
    table.row("3", "x", "|");
    assertEquals(
        List.of(
            "id  name              sign",
            "1   " + "夜".repeat(7) + "…   |",
            "2   " + "🚀".repeat(7) + "…   |",
            "3   x                 |"),
        table.lines(26));
  }

  @Test
  void aRowOfAnotherLengthIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> table().row("x"));
  }
}
