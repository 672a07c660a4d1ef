package dev.broadside.cli.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.term.Terminal.Paint;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void aTerminalHasColoursAndALineThatIsWrittenOver() {
    Terminal terminal = Terminal.of(Map.of("TERM", "xterm"), true);
    assertTrue(terminal.colour());
    assertTrue(terminal.live());
    assertEquals(80, terminal.columns());
  }

  @Test
  void aPipeIsPlainAndAsWideAsItNeedsToBeWhateverTheWindow() {
    assertEquals(Terminal.PIPE, Terminal.of(Map.of("TERM", "xterm"), false));
    assertEquals(Terminal.PIPE, Terminal.of(Map.of("TERM", "xterm", "COLUMNS", "80"), false));
  }

  @Test
  void noColorTakesColoursAwayEvenWhereTheyAreForced() {
    assertFalse(Terminal.of(Map.of("NO_COLOR", "1"), true).colour());
    assertFalse(Terminal.of(Map.of("NO_COLOR", "0"), true).colour());
    assertFalse(Terminal.of(Map.of("NO_COLOR", "1", "CLICOLOR_FORCE", "1"), true).colour());
  }

  @Test
  void anEmptyNoColorMeansNothing() {
    assertTrue(Terminal.of(Map.of("NO_COLOR", ""), true).colour());
  }

  @Test
  void forcedColoursGoThroughAPipe() {
    assertTrue(Terminal.of(Map.of("CLICOLOR_FORCE", "1"), false).colour());
    assertFalse(Terminal.of(Map.of("CLICOLOR_FORCE", "0"), false).colour());
  }

  @Test
  void aDumbTerminalAndContinuousIntegrationArePlain() {
    assertFalse(Terminal.of(Map.of("TERM", "dumb"), true).colour());
    assertFalse(Terminal.of(Map.of("TERM", "dumb"), true).live());
    assertFalse(Terminal.of(Map.of("CI", "true"), true).colour());
    assertFalse(Terminal.of(Map.of("CI", "true"), true).live());
  }

  @Test
  void columnsAreTakenFromTheEnvironmentWithinReason() {
    assertEquals(132, Terminal.of(Map.of("COLUMNS", "132"), true).columns());
    assertEquals(20, Terminal.of(Map.of("COLUMNS", "1"), true).columns());
    assertEquals(80, Terminal.of(Map.of("COLUMNS", "wide"), true).columns());
    assertEquals(80, Terminal.of(Map.of("COLUMNS", "0"), true).columns());
  }

  @Test
  void paintNeedsColours() {
    assertEquals("x", Terminal.PIPE.paint(Paint.BAD, "x"));
    assertEquals("\u001b[31mx\u001b[0m", Terminal.of(Map.of(), true).paint(Paint.BAD, "x"));
  }
}
