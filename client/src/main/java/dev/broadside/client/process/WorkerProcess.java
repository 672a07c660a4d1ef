package dev.broadside.client.process;

import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.client.watch.ControlGroup;
import dev.broadside.client.watch.ProcessTree;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.wire.Link;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/// A forked worker as its agent sees it: the link to it, what it says on its error stream, and its
/// end.
///
/// Safe for use by several threads; no method waits.
public final class WorkerProcess implements Worker {
  private static final Path SHELL = Path.of("/bin/sh");
  private static final String FLAGS = "BROADSIDE_WORKER_FLAGS";

  /// The shell script that becomes the worker. Its lines, in order:
  ///
  /// Signals of a terminal and of a service manager go to every process of a group; the worker's
  /// agent decides what becomes of the worker. A JVM respects that it was started with them
  /// ignored.
  ///
  /// A core dump would hold every password in its memory.
  ///
  /// If memory runs out, the kernel is to kill the worker and what its job class started, and not
  /// the agent, which reports it, nor a neighbour. A JVM may print to its standard output before
  /// any code of ours runs. So standard output goes to the error stream, and frames have a
  /// descriptor of their own, 3.
  ///
  /// Flags may hold secrets, and every user of the host can read a command line. They come through
  /// the environment of this shell, which only its own user reads and the JVM does not get, and
  /// then through a pipe, which the JVM reads as a file of arguments.
  private static final String LAUNCHER =
      """
      trap '' HUP INT TERM
      ulimit -c 0
      { echo 1000 > /proc/$$/oom_score_adj; } 2>/dev/null
      exec 3>&1 1>&2 4<<FLAGS
      $BROADSIDE_WORKER_FLAGS
      FLAGS
      unset BROADSIDE_WORKER_FLAGS
      exec "$0" "$@"
      """;

  private static final String MAIN = "dev.broadside.client.process.WorkerMain";

  /// Exit status of a process that SIGKILL ended.
  private static final int KILLED = 128 + 9;

  private static final long MOST_WAIT_FOR_LAST_WORDS_MILLIS = 500;

  /// All of the environment that a worker gets: an agent's own may hold passwords, and job code
  /// reads what it likes.
  private static final Set<String> HARMLESS =
      Set.of(
          "HOME",
          "LANG",
          "LD_LIBRARY_PATH",
          "LOGNAME",
          "PATH",
          "SystemRoot",
          "TEMP",
          "TMP",
          "TMPDIR",
          "TZ",
          "USER");

  private final Process process;
  private final Link link;
  private final ErrorStreamTail lastWords;
  private final CompletableFuture<Integer> end;
  private final long memoryKillsBefore;

  private WorkerProcess(
      Process process,
      Link link,
      ErrorStreamTail lastWords,
      CompletableFuture<Integer> end,
      long memoryKillsBefore) {
    this.process = process;
    this.link = link;
    this.lastWords = lastWords;
    this.end = end;
    this.memoryKillsBefore = memoryKillsBefore;
  }

  /// What to start.
  ///
  /// @param flags of the JVM
  /// @param arguments of [WorkerMain]
  public record Launch(WorkerFlags flags, WorkerArguments arguments) {
    List<String> command() {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      List<String> command = new ArrayList<>();
      if (hasShell()) {
        command.addAll(List.of(SHELL.toString(), "-c", LAUNCHER, java, "@/dev/fd/4", MAIN));
        command.addAll(WorkerArguments.FRAMES_ON_3);
      } else {
        command.add(java);
        command.addAll(flags.toCommandLine());
        command.add(MAIN);
      }
      command.addAll(arguments.toCommandLine());
      return command;
    }

    /// Beside what every worker has.
    Map<String, String> environment() {
      return hasShell() ? Map.of(FLAGS, flags.toArgumentFile()) : Map.of();
    }

    private static boolean hasShell() {
      return Files.isExecutable(SHELL);
    }
  }

  /// Starts a worker on this process's own Java and class path. It waits for its first order.
  ///
  /// @param name what the threads that serve it are called
  /// @param listener hears its messages; [Link.Listener#closed] comes when its output ends, usually
  ///   just before its exit
  /// @param line hears each line of its error stream, already bounded in length; called by one
  ///   thread, must not block
  /// @throws IOException if no process can be started
  public static WorkerProcess start(
      String name, Launch launch, Function<Link, Link.Listener> listener, Consumer<String> line)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(launch.command());
    setEnvironment(builder.environment());
    builder.environment().putAll(launch.environment());
    Offspring offspring = Offspring.unique();
    builder.environment().put(Offspring.VARIABLE, offspring.mark());
    long memoryKills = ControlGroup.ofThisProcess().memoryKills();
    Process process = builder.start();
    ErrorStreamTail lastWords = new ErrorStreamTail();
    CompletableFuture<Boolean> errorsRead = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name(name + "-err")
        .start(() -> {
          lastWords.readAll(process.getErrorStream(), line);
          errorsRead.complete(true);
        });
    Link link =
        WorkerFrames.start(name, process.getInputStream(), process.getOutputStream(), listener);
    return new WorkerProcess(
        process, link, lastWords, endOf(process, offspring, errorsRead), memoryKills);
  }

  /// The end of a worker: its process has ended, and its last words are read. A grandchild that is
  /// not found may hold the stream open forever, so this waits only for a while.
  private static CompletableFuture<Integer> endOf(
      Process process, Offspring offspring, CompletableFuture<Boolean> errorsRead) {
    return process
        .onExit()
        .whenComplete((_, _) -> offspring.end())
        .thenCompose(ended ->
            errorsRead
                .completeOnTimeout(false, MOST_WAIT_FOR_LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(_ -> ended.exitValue()));
  }

  /// The class path goes here and not on the command line: Lists of processes show only its first
  /// 4096 bytes, and a worker's main class must be among them.
  private static void setEnvironment(Map<String, String> environment) {
    environment.keySet().removeIf(name -> !HARMLESS.contains(name) && !name.startsWith("LC_"));
    environment.put("CLASSPATH", System.getProperty("java.class.path"));
  }

  @Override
  public Link link() {
    return link;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  /// The end of its error stream, at most [ErrorStreamTail#MAX_CHARACTERS].
  @Override
  public String lastWords() {
    return lastWords.text();
  }

  /// Completes with the exit status; 128 + signal if a signal ended it.
  @Override
  public CompletableFuture<Integer> end() {
    return end.copy();
  }

  /// Whether the kernel killed it because its control group, which is its agent's, had no memory
  /// left; known when it has ended. If several workers of an agent die at once, it may have been
  /// another one.
  @Override
  public boolean killedForMemory() {
    return end.getNow(0) == KILLED
        && ControlGroup.ofThisProcess().memoryKills() > memoryKillsBefore;
  }

  /// Ends it and its own children at once.
  @Override
  public void kill() {
    ProcessTree.kill(process.toHandle());
  }

  /// Reads a worker's error stream, to which job code may write anything, to its end: in bounded
  /// lines, keeping the last few kilobytes. A JVM's report of its own crash is shortened to what a
  /// [CrashReport] shows. Safe for use by several threads.
  static final class ErrorStreamTail {
    /// How much of the end is kept.
    static final int MAX_CHARACTERS = 8_192;

    /// Longer lines are cut in pieces of this length.
    static final int MAX_LINE = 2_000;

    private final StringBuilder kept = new StringBuilder();
    private final CrashReport crash = new CrashReport();

    synchronized String text() {
      return kept.toString();
    }

    private synchronized void keep(String line) {
      kept.append(line).append('\n');
      if (kept.length() > MAX_CHARACTERS) {
        kept.delete(0, kept.length() - MAX_CHARACTERS);
      }
    }

    /// Returns when the stream has ended.
    void readAll(InputStream errors, Consumer<String> heard) {
      StringBuilder line = new StringBuilder();
      try (Reader reader = new InputStreamReader(errors, StandardCharsets.UTF_8)) {
        char[] piece = new char[MAX_CHARACTERS];
        for (int length = reader.read(piece); length >= 0; length = reader.read(piece)) {
          for (int i = 0; i < length; i++) {
            take(piece[i], line, heard);
          }
        }
      } catch (IOException e) {
        line.append("(the error stream broke: ").append(e.getMessage()).append(')');
      }
      if (!line.isEmpty()) {
        endLine(line, heard);
      }
    }

    private void take(char c, StringBuilder line, Consumer<String> heard) {
      if (c == '\n' || line.length() >= MAX_LINE) {
        endLine(line, heard);
      }
      if (c != '\n' && c != '\r') {
        line.append(c);
      }
    }

    private void endLine(StringBuilder line, Consumer<String> heard) {
      String text = PlainText.lines(line.toString(), MAX_LINE);
      line.setLength(0);
      if (crash.shows(text)) {
        keep(text);
        heard.accept(text);
      }
    }

    /// The part that may be shown of the report that a JVM writes to its error stream when it
    /// crashes: what happened, and in which frames.
    ///
    /// All else is left out, because it may hold secrets: the report has the command line, and what
    /// registers and the stack point to, be it a password. After the report has begun, only what is
    /// listed here is shown, each line once, since the JVM begins twice. For one thread.
    private static final class CrashReport {
      private static final String BEGIN =
          "# (A fatal error has been detected by|There is insufficient memory for)"
              + " the Java Runtime Environment.*";

      /// These flags hold what a user wrote.
      private static final String COMMANDS = "#\\s*(-XX:On|Executing ).*";

      private static final String FACTS = "#.*|siginfo: .*|Internal exceptions? .*";
      private static final String FRAMES = "(Native|Java) frames: .*";
      private static final int MOST_LINES = 200;

      private final Set<String> shown = new HashSet<>();
      private boolean began;
      private boolean frames;

      /// Whether a line of the error stream may be shown; each is asked about once, in order.
      boolean shows(String line) {
        began = began || line.matches(BEGIN);
        if (!began) {
          return true;
        }
        frames = line.matches(FRAMES) || (frames && !line.isBlank());
        boolean harmless = frames || (line.matches(FACTS) && !line.matches(COMMANDS));
        return harmless && shown.size() < MOST_LINES && shown.add(line);
      }
    }
  }
}
