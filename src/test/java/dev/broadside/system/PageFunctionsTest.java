package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page's pure functions, by their own tests, where there is a node to run them.
class PageFunctionsTest {
  @Test
  void thePagesOwnTestsPass() throws IOException, InterruptedException {
    Path program = NotRun.unlessOnPath("node", "what tests the page's functions");
    Path tests = Command.home().resolve("../../../webui/src/test/js").normalize();
    List<String> words = new ArrayList<>(List.of(program.toString(), "--test"));
    try (Stream<Path> files = Files.list(tests)) {
      files.map(Path::toString).filter(name -> name.endsWith(".test.js")).forEach(words::add);
    }

    Process node =
        new ProcessBuilder(words)
            .directory(tests.resolve("../../..").normalize().toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(0, node.waitFor(), output);
  }
}
