package dev.broadside.system.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/// Tests whose tools are absent are not run, and say so on the console: a build tool's summary may
/// not even count them.
public final class NotRun {
  private NotRun() {}

  /// Ends the test as not run.
  ///
  /// @param what is not run, and what it needs
  public static TestAbortedException because(String what) {
    String message = "NOT RUN: " + what;
    System.err.println(message);
    return new TestAbortedException(message);
  }

  /// A program, looked for where a shell looks; otherwise the test is not run.
  public static Path unlessOnPath(String program, String what) {
    return onPath(program).orElseThrow(() -> because(what + " needs " + program));
  }

  static Optional<Path> onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
