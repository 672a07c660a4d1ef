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
  void aRowOfAnotherLengthIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> table().row("x"));
  }
}
