package dev.broadside.system;

import static dev.broadside.system.harness.NodeTools.WEBUI;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.system.harness.NodeTools;
import dev.broadside.system.harness.NodeTools.Finished;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page's scripts, by the tools of their own language, where there are such.
class PageFunctionsTest {
  @TempDir Path directory;

  @Test
  void thePagesOwnTestsPass() throws IOException, InterruptedException {
    Path program = NotRun.unlessOnPath("node", "what tests the page's functions");
    List<String> words = new ArrayList<>(List.of(program.toString(), "--test"));
    try (Stream<Path> files = Files.list(WEBUI.resolve("src/test/js"))) {
      files.map(Path::toString).filter(name -> name.endsWith(".test.js")).forEach(words::add);
    }

    Finished tests = NodeTools.run(WEBUI, words);

    assertEquals(0, tests.status(), tests.output());
  }

  /// The types are made from what the server sends, by the server's OpenApiTest.
  @Test
  void everyScriptAgreesWithTheTypesOfWhatTheServerSends()
      throws IOException, InterruptedException {
    Path packages = NodeTools.install(directory, "what checks the types of the page's scripts");

    Finished check =
        NodeTools.run(
            directory,
            List.of(
                packages.resolve(".bin/tsc").toString(),
                "-p",
                WEBUI.resolve("jsconfig.json").toString()));

    assertEquals(0, check.status(), check.output());
  }
}
