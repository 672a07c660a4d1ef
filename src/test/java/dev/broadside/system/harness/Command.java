package dev.broadside.system.harness;

import dev.broadside.core.fixture.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One run of the packaged `broadside` command as a process of its own. Closing kills it and all
/// its children.
public final class Command implements AutoCloseable {
  private static final Set<String> TERMINAL =
      Set.of("CI", "CLICOLOR_FORCE", "COLUMNS", "NO_COLOR", "TERM");

  /// The commands that fork workers, which live for seconds, too.
  private static final Set<String> FORKING = Set.of("agent", "run");

  /// Value of `BROADSIDE_JAVA_OPTS` for a test's processes, which live for seconds: the whole JIT
  /// would cost most of what they do.
  public static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private final String line;
  private final Process process;
  private final Capture out;
  private final Capture err;

  private Command(String line, Process process) {
    this.line = line;
    this.process = process;
    this.out = new Capture(process.getInputStream(), line + " (out)");
    this.err = new Capture(process.getErrorStream(), line + " (err)");
  }

  /// Collects one stream of a process.
  private static final class Capture {
    private final StringBuilder text = new StringBuilder();
    private final Thread reader;

    Capture(InputStream in, String name) {
      // A virtual thread would keep its carrier while it waits for a pipe: two servers that say
      // nothing more would stop the readers of all other commands.
      reader = Thread.ofPlatform().daemon().name(name).start(() -> read(in));
    }

    private void read(InputStream in) {
      byte[] piece = new byte[8_192];
      try (in) {
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
          synchronized (text) {
            text.append(new String(piece, 0, n, StandardCharsets.UTF_8));
          }
        }
      } catch (IOException e) {
        synchronized (text) {
          text.append("[stream broke: ").append(e.getMessage()).append(']');
        }
      }
    }

    String text() {
      synchronized (text) {
        return text.toString();
      }
    }
  }

  /// The folder of the packaged command.
  public static Path home() {
    return Path.of(
            Objects.requireNonNull(
                System.getProperty("broadside.home"), "the build sets broadside.home"))
        .toAbsolutePath()
        .normalize();
  }

  public static Command start(String... arguments) {
    return start(List.of(), Map.of(), arguments);
  }

  /// Starts the command.
  ///
  /// @param prefix put before it, such as `ip netns exec NAME`
  /// @param environment added to this process's own
  public static Command start(
      List<String> prefix, Map<String, String> environment, String... arguments) {
    List<String> words = new ArrayList<>(prefix);
    words.add(home().resolve("bin/broadside").toString());
    words.addAll(List.of(arguments));
    if (FORKING.contains(arguments[0])) {
      words.add("--worker-option=-XX:TieredStopAtLevel=1");
    }
    ProcessBuilder builder = new ProcessBuilder(words);
    ownSurroundings(builder.environment());
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      return new Command(String.join(" ", arguments), process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What whoever runs the tests has set for himself decides nothing, and the register of local
  /// databases is not his.
  private static void ownSurroundings(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("BROADSIDE_") || TERMINAL.contains(name));
    environment.put("BROADSIDE_JAVA_OPTS", SHORT_LIVED);
    environment.put("XDG_STATE_HOME", Path.of("target", "state").toAbsolutePath().toString());
  }

  public String out() {
    return out.text();
  }

  public String err() {
    return err.text();
  }

  public long pid() {
    return process.pid();
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /// Waits until an agent has a worker, and returns it.
  public ProcessHandle awaitWorker(Duration atMost) {
    return Await.value(
        atMost,
        "a worker of " + line,
        () ->
            process
                .descendants()
                .filter(one -> one.info().commandLine().orElse("").contains("WorkerMain"))
                .findFirst(),
        this::toString);
  }

  /// Waits for text on either stream and returns what the pattern's first group matched.
  public String awaitText(Duration atMost, String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return Await.value(
        atMost,
        "\"" + pattern + "\" from " + line,
        () -> {
          // Asked before the text is read: what it wrote before its end is there then.
          boolean over = ended();
          Optional<String> found =
              Optional.of(compiled.matcher(out() + "\n" + err()))
                  .filter(Matcher::find)
                  .map(m -> m.group(1));
          if (over && found.isEmpty()) {
            throw new AssertionError("it ended without \"" + pattern + "\": " + this);
          }
          return found;
        },
        this::toString);
  }

  private boolean ended() {
    return !process.isAlive() && !out.reader.isAlive() && !err.reader.isAlive();
  }

  /// Waits for the end.
  ///
  /// @return the exit status
  public int awaitExit(Duration atMost) {
    Duration patience = Await.patiently(atMost);
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still running after " + patience.toSeconds() + " s: " + this);
      }
      out.reader.join();
      err.reader.join();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Ends it as a service manager would.
  public void terminate() {
    // By its handle: the process's own method would close its streams, and its last words be lost.
    process.toHandle().destroy();
  }

  /// Ends it and all its children at once, as a service manager ends a group.
  public void terminateFamily() {
    Stream.concat(process.descendants(), Stream.of(process.toHandle()))
        .toList()
        .forEach(ProcessHandle::destroy);
  }

  @Override
  public void close() {
    List<ProcessHandle> family = new ArrayList<>(process.descendants().toList());
    family.add(process.toHandle());
    family.forEach(ProcessHandle::destroyForcibly);
    family.forEach(one -> one.onExit().orTimeout(2, TimeUnit.MINUTES).join());
  }

  @Override
  public String toString() {
    return "broadside " + line + "\n--- out\n" + tail(out()) + "\n--- err\n" + tail(err());
  }

  private static String tail(String text) {
    return text.length() > 4_000 ? "..." + text.substring(text.length() - 4_000) : text;
  }
}
