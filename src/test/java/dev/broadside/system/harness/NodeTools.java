package dev.broadside.system.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Tools of the page's own language, as the page's package.json names them, installed for a test.
public final class NodeTools {
  /// The page's sources.
  public static final Path WEBUI = Command.home().resolve("../../../webui").normalize();

  private NodeTools() {}

  /// How a program ended.
  public record Finished(int status, String output) {}

  /// Runs a program to its end.
  public static Finished run(Path folder, List<String> words)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Finished(process.waitFor(), output);
  }

  /// Installs them; where that cannot be, the test is not run.
  ///
  /// @param folder an empty one
  /// @param what is not run without them
  /// @return the folder with the packages
  public static Path install(Path folder, String what) throws IOException, InterruptedException {
    Path npm = NotRun.unlessOnPath("npm", what);
    for (String file : List.of("package.json", "package-lock.json")) {
      Files.copy(WEBUI.resolve(file), folder.resolve(file));
    }
    Finished installed =
        run(folder, List.of(npm.toString(), "ci", "--prefer-offline", "--ignore-scripts"));
    if (installed.status() != 0) {
      throw NotRun.because(what + " needs packages by npm: " + installed.output());
    }
    return folder.resolve("node_modules");
  }
}
