package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.broadside.system.harness.Command;
import java.io.File;
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
    assumeTrue(onPath("node"), "NOT RUN: the page's functions are tested with node");
    Path tests = Command.home().resolve("../../../webui/src/test/js").normalize();
    List<String> words = new ArrayList<>(List.of("node", "--test"));
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

  private static boolean onPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
