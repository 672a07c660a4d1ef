package dev.broadside.cli.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A process that ends with this one, even if this one is killed.
///
/// Its standard input is a pipe from here, and it ends when the pipe closes; the system closes it
/// even when this process is killed. The child is kept out of the terminal's foreground group, so
/// that Ctrl-C reaches this process only, which then stops its children in order. What it writes to
/// standard error goes to a file.
public final class Child implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /// Reads the pipe for a program that does not look at its standard input: kills the program when
  /// the pipe closes, and ends with the program's exit status. If the first argument names a
  /// folder, it removes that folder at the end.
  private static final String PIPE_READER =
      """
      exec 3<&0
      folder=$1; shift
      "$@" </dev/null & program=$!
      trap 'kill -9 $program 2>/dev/null' TERM INT HUP
      (read -r _ <&3; kill -9 $program 2>/dev/null) & reader=$!
      wait $program; status=$?
      wait $program 2>/dev/null
      kill $reader 2>/dev/null
      [ -z "$folder" ] || rm -rf -- "$folder"
      exit $status
      """;

  private final String name;
  private final Process process;
  private final Path log;
  private final BufferedReader out;
  private List<ProcessHandle> family = List.of();

  private Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// Starts a program that ends when its standard input does.
  ///
  /// @param name for messages
  /// @param environment variables beside this process's own
  /// @param log takes its standard error
  public static Child start(
      String name, List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    List<String> line = new ArrayList<>(ownGroup());
    line.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(line).redirectError(log.toFile());
    builder.environment().putAll(environment);
    return new Child(name, builder.start(), log);
  }

  /// Starts a program that does not look at its standard input; it is killed when it has to end.
  ///
  /// @param goes a folder that is removed when the program has ended
  public static Child startDeaf(String name, List<String> command, Path log, Optional<Path> goes)
      throws IOException {
    String folder = goes.map(path -> path.toAbsolutePath().toString()).orElse("");
    List<String> line =
        new ArrayList<>(List.of("/bin/sh", "-c", PIPE_READER, "pipe-reader", folder));
    line.addAll(command);
    return start(name, line, Map.of(), log);
  }

  /// The words before a command that give it a process group of its own, or at least let it ignore
  /// the terminal's Ctrl-C.
  public static List<String> ownGroup() {
    return onPath("setsid")
        ? List.of("setsid")
        : List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");
  }

  private static boolean onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return List.of(path.split(File.pathSeparator)).stream()
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  public String name() {
    return name;
  }

  /// Runs an action when it has ended, for any reason.
  public void onEnd(Runnable action) {
    process.onExit().thenRun(action);
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /// The next line of its standard output.
  ///
  /// @throws IOException with its last words if it ended instead
  public String nextLine() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the " + name + " ended: " + lastWords());
    }
    return line;
  }

  /// The end of what it wrote to standard error.
  public String lastWords() {
    return LastLines.of(log);
  }

  /// Asks it to end and returns at once.
  void letGo() {
    if (process.isAlive()) {
      // While it lives: afterwards nobody knows whose children they were.
      family = process.descendants().toList();
    }
    try {
      process.getOutputStream().close();
    } catch (IOException _) {
      // It is gone already, which is what was asked.
    }
  }

  /// Ends it and everything that it started: closes its pipe, and kills what is left after five
  /// seconds.
  @Override
  public void close() {
    closeAll(List.of(this));
  }

  /// Ends all of them at the same time, as [#close()] ends one.
  public static void closeAll(List<Child> children) {
    children.forEach(Child::letGo);
    long begin = System.nanoTime();
    children.forEach(child -> child.end(PATIENCE_NANOS - (System.nanoTime() - begin)));
  }

  private void end(long patienceNanos) {
    try {
      if (!process.waitFor(patienceNanos, TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    family.forEach(ProcessHandle::destroyForcibly);
  }
}
