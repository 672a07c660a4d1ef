package dev.broadside.cli.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.CommandRig.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs on the command line; what becomes of their lines is [dev.broadside.sql.recording]'s.
class ConvertLogCommandTest {
  @TempDir Path folder;

  private Result convert(String format, String log) throws IOException {
    Path file = Files.writeString(folder.resolve("a.log"), log);
    return new CommandRig(folder).run("convert-log", "--format", format, file.toString());
  }

  /// It was an empty recording, and status 0.
  @Test
  void aLogWithoutAStatementOfTheFormatIsRefused() throws Exception {
    Result result = convert("postgresql", "Time Id Command Argument\n\0garbage");
    assertEquals(2, result.status());
    assertEquals("", result.out());
    assertTrue(
        result.err().contains("a.log: it has no statement of format postgresql"), result.err());
  }

  @Test
  void statementsGoToTheOutputAndWhatWasReadBesideIt() throws Exception {
    Result result =
        convert("postgresql", "2026-11-27 22:00:00.000 UTC [12] LOG:  statement: select 1\n");
    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().endsWith("\"sql\": \"select 1\"}\n"), result.out());
    assertTrue(result.err().contains("1 statements in 1 sessions"), result.err());
  }
}
