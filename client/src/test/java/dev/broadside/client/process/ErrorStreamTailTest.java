package dev.broadside.client.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorStreamTailTest {
  private final WorkerProcess.ErrorStreamTail words = new WorkerProcess.ErrorStreamTail();
  private final List<String> lines = new ArrayList<>();

  private void read(String text) {
    words.readAll(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), lines::add);
  }

  @Test
  void linesArePassedOnWithoutControlCharacters() {
    read("one\r\ntwo \u001b[31mred\nno end");

    assertEquals(List.of("one", "two ?[31mred", "no end"), lines);
    assertEquals("one\ntwo ?[31mred\nno end\n", words.text());
  }

  @Test
  void aFloodIsBoundedInLineAndInAll() {
    read("x".repeat(50_000) + "\n" + "the end\n");

    assertTrue(
        lines.stream().allMatch(line -> line.length() <= WorkerProcess.ErrorStreamTail.MAX_LINE));
    assertTrue(words.text().length() <= WorkerProcess.ErrorStreamTail.MAX_CHARACTERS);
    assertTrue(words.text().endsWith("the end\n"));
  }
}
