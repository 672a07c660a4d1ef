package dev.broadside.jobs.tool;

import dev.broadside.core.param.Secret;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A program that waits for its start, and then writes lines. If this JVM ends, its agent ends the
/// program.
///
/// A shell is there before the start and becomes the program, so that all agents' programs start at
/// the same instant, although a JVM may take long to make a process. The shell interprets nothing
/// that the user wrote.
final class ToolProcess implements AutoCloseable {
  private static final Path SHELL = Path.of("/bin/sh");

  /// A worker is started with these signals ignored, and a shell cannot undo that for what it
  /// becomes.
  private static final String ARMED =
      """
      reset=
      env --default-signal=HUP,INT,TERM true 2>/dev/null && reset='env --default-signal=HUP,INT,TERM'
      read -r go || exit 0
      exec $reset "$0" "$@" </dev/null
      """;

  private static final int LONGEST_LINE = 65_536;
  private static final int MOST_WAITING = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(MOST_WAITING);
  private volatile boolean readWhole;

  private ToolProcess(Process process) {
    this.process = process;
  }

  /// Whether a program can be found where this process would find it.
  static boolean exists(String program) {
    return Files.isExecutable(SHELL)
        && (program.contains("/")
            ? Files.isExecutable(Path.of(program))
            : Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))));
  }

  /// Has a program wait for its start.
  ///
  /// @param password handed over in the environment, which only this user reads
  static ToolProcess arm(List<String> words, Secret password) throws IOException {
    List<String> command = new ArrayList<>(List.of(SHELL.toString(), "-c", ARMED));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("LC_ALL", "C");
    environment.remove("CLASSPATH");
    if (!password.reveal().isEmpty()) {
      environment.put("MYSQL_PWD", password.reveal());
      environment.put("PGPASSWORD", password.reveal());
    }
    ToolProcess armed = new ToolProcess(builder.start());
    Thread.ofPlatform().daemon().name("tool-output").start(armed::readAll);
    return armed;
  }

  /// Starts the program.
  void start() throws IOException {
    try (OutputStream in = process.getOutputStream()) {
      in.write('\n');
    }
  }

  private void readAll() {
    try (Reader reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      StringBuilder line = new StringBuilder();
      char[] piece = new char[8_192];
      for (int length = reader.read(piece); length >= 0; length = reader.read(piece)) {
        for (int i = 0; i < length; i++) {
          if (piece[i] == '\n') {
            lines.put(line.toString());
            line.setLength(0);
          } else if (line.length() < LONGEST_LINE && piece[i] != '\r') {
            line.append(piece[i]);
          }
        }
      }
      if (!line.isEmpty()) {
        lines.put(line.toString());
      }
    } catch (IOException | UncheckedIOException _) {
      // The program was ended.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      readWhole = true;
    }
  }

  /// The next line; empty if none has come yet.
  Optional<String> poll(Duration patience) throws InterruptedException {
    return Optional.ofNullable(lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS));
  }

  /// Whether its output has ended, and every line was taken.
  boolean drained() {
    return readWhole && lines.isEmpty();
  }

  boolean alive() {
    return process.isAlive();
  }

  /// Waits for its end; the exit status.
  int status() throws InterruptedException {
    return process.waitFor();
  }

  /// Ends it and its children: it may end in good order first.
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroy);
    try {
      // One that still waits for its start ends with its input.
      process.getOutputStream().close();
      boolean _ = process.waitFor(PATIENCE);
    } catch (IOException _) {
      // It has ended already.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    Stream.concat(all.stream(), process.descendants()).forEach(ProcessHandle::destroyForcibly);
  }
}
