package dev.broadside.sql.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.kit.query.Quoting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings are read whole, or refused with the place of what is wrong.
class RecordingTest {
  @TempDir private Path folder;

  private Recording read(String text) throws IOException, ParseException {
    return Recording.read(Files.writeString(folder.resolve("r.ndjson"), text), Quoting.MYSQL);
  }

  private String refused(String text) {
    return assertThrows(ParseException.class, () -> read(text)).getMessage();
  }

  @Test
  void sessionsBeginInTheOrderOfTimeAndKeepTheirOwnOrder() throws Exception {
    Recording recording =
        read(
            """
            {"session": 2, "at": 2000, "sql": "b", "took": 1.5}

            {"session": "1", "at": 1000.5, "sql": "a", "error": "no", "more": true}
            {"sql": "c", "at": 1500, "session": "2", "took": null}
            {"session": "1", "at": 3000, "sql": "a"}
            """);
    assertEquals(2, recording.sessions().size());
    Recording.Session first = recording.sessions().getFirst();
    assertArrayEquals(new String[] {"a", "a"}, first.sql());
    assertArrayEquals(new long[] {0, 1_999_500}, first.atMicros());
    assertArrayEquals(new boolean[] {true, false}, first.failed());
    Recording.Session second = recording.sessions().getLast();
    assertArrayEquals(new String[] {"b", "c"}, second.sql());
    assertArrayEquals(new long[] {999_500, 999_500}, second.atMicros(), "a clock went back");
    assertArrayEquals(new long[] {1_500, -1}, second.tookMicros());
    assertEquals(2, recording.atOnce());
    assertEquals(
        "4 statements in 2 sessions, at most 2 at once, over 1 s; checksum",
        recording.words().replaceFirst(" \\w{8}$", ""));
  }

  @Test
  void whatIsNoRecordingIsToldWithItsLine() throws Exception {
    String good = "{\"session\": \"1\", \"at\": 1, \"sql\": \"a\"}\n";
    assertEquals(
        "line 2 is no statement of a recording: \"\"\" is missing",
        refused(good + "{\"session\": \"1\", \"at\": 1, \"sql\": \"a"));
    assertEquals(
        "line 1 is no statement of a recording: it has no \"sql\"",
        refused("{\"session\": \"1\", \"at\": 1}\n"));
    assertEquals(
        "line 1 is no statement of a recording: \"soon\" is not a number of milliseconds",
        refused("{\"session\": \"1\", \"at\": \"soon\", \"sql\": \"a\"}\n"));
    assertEquals(
        "line 1 is no statement of a recording: \"{\" is missing", refused("\0\1\2binary\n"));
    assertEquals("line 1 is longer than 16 MiB", refused(" ".repeat(LineReader.LONGEST + 1)));
    for (String wrong :
        new String[] {
          "{\"a\": {}}",
          "{\"a\": [1]}",
          "{\"a\": tru}",
          "{\"a\": \"\\x\"}",
          "{\"a\": \"\\u12\"}",
          "{\"a\": 1} 2",
          "{\"a\" 1}",
          "{,}",
          "{\"a\": 1,}"
        }) {
      assertThrows(ParseException.class, () -> read(wrong), wrong);
    }
    assertEquals(0, read("").sessions().size());
  }

  @Test
  void whatChangesMoreThanRowsIsCountedAndNamed() throws Exception {
    Recording recording =
        read(
            """
            {"session": "1", "at": 1, "sql": "select 1"}
            {"session": "1", "at": 2, "sql": "drop table t"}
            """);
    assertEquals(
        Optional.of(
            "1 of its statements may change more than rows of this database, such as line 2: drop"
                + " table t"),
        recording.refused());
  }
}
