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
import org.junit.jupiter.api.io.TempDir;

/// The page's scripts, by the tools of their own language, where there are such.
class PageFunctionsTest {
  private static final Path WEBUI = Command.home().resolve("../../../webui").normalize();

  @TempDir Path directory;

  @Test
  void thePagesOwnTestsPass() throws IOException, InterruptedException {
    Path program = NotRun.unlessOnPath("node", "what tests the page's functions");
    List<String> words = new ArrayList<>(List.of(program.toString(), "--test"));
    try (Stream<Path> files = Files.list(WEBUI.resolve("src/test/js"))) {
      files.map(Path::toString).filter(name -> name.endsWith(".test.js")).forEach(words::add);
    }

    Finished tests = run(WEBUI, words);

    assertEquals(0, tests.status(), tests.output());
  }

  /// The types are made from what the server sends, by the server's OpenApiTest.
  @Test
  void everyScriptAgreesWithTheTypesOfWhatTheServerSends()
      throws IOException, InterruptedException {
    String what = "what checks the types of the page's scripts";
    Path npm = NotRun.unlessOnPath("npm", what);
    for (String file : List.of("package.json", "package-lock.json")) {
      Files.copy(WEBUI.resolve(file), directory.resolve(file));
    }
    Finished installed =
        run(directory, List.of(npm.toString(), "ci", "--prefer-offline", "--ignore-scripts"));
    if (installed.status() != 0) {
      throw NotRun.because(what + " needs TypeScript by npm: " + installed.output());
    }

    Finished check =
        run(
            directory,
            List.of("node_modules/.bin/tsc", "-p", WEBUI.resolve("jsconfig.json").toString()));

    assertEquals(0, check.status(), check.output());
  }

  private record Finished(int status, String output) {}

  private static Finished run(Path folder, List<String> words)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Finished(process.waitFor(), output);
  }
}
