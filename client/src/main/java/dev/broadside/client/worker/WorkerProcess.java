package dev.broadside.client.worker;

import dev.broadside.core.wire.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
public final class WorkerProcess {
  private static final Path SHELL = Path.of("/bin/sh");
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
  private final LastWords lastWords;
  private final CompletableFuture<Integer> end;

  private WorkerProcess(
      Process process, Link link, LastWords lastWords, CompletableFuture<Integer> end) {
    this.process = process;
    this.link = link;
    this.lastWords = lastWords;
    this.end = end;
  }

  /// What to start.
  ///
  /// @param flags of the JVM
  /// @param arguments of [WorkerMain]
  public record Launch(WorkerFlags flags, WorkerArguments arguments) {
    List<String> command() {
      List<String> command = new ArrayList<>(untouchedByInterrupts());
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(flags.toCommandLine());
      command.add("dev.broadside.client.worker.WorkerMain");
      command.addAll(arguments.toCommandLine());
      return command;
    }

    /// Ctrl-C goes to every process of a terminal; the worker's agent decides what becomes of the
    /// worker. A JVM respects that it was started with the interrupt ignored.
    private static List<String> untouchedByInterrupts() {
      return Files.isExecutable(SHELL)
          ? List.of(SHELL.toString(), "-c", "trap '' INT; exec \"$0\" \"$@\"")
          : List.of();
    }
  }

  /// Starts a worker on this process's own Java and class path. It waits for its first order.
  ///
  /// @param name what the threads that serve it are called
  /// @param listener hears its messages; [Link.Listener#closed] comes when its output ends, usually
  ///   just before its exit
  /// @param line hears each line of its error stream, already bounded in length; called by one
  ///   thread, must not block
  /// @throws IOException where no process can be started
  public static WorkerProcess start(
      String name, Launch launch, Function<Link, Link.Listener> listener, Consumer<String> line)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(launch.command());
    setEnvironment(builder.environment());
    Process process = builder.start();
    LastWords lastWords = new LastWords();
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
    return new WorkerProcess(process, link, lastWords, endOf(process, errorsRead));
  }

  /// A worker has ended once its last words are read, too; but a grandchild may hold the stream
  /// open for ever.
  private static CompletableFuture<Integer> endOf(
      Process process, CompletableFuture<Boolean> errorsRead) {
    return process
        .onExit()
        .thenCompose(ended ->
            errorsRead
                .completeOnTimeout(false, MOST_WAIT_FOR_LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(_ -> ended.exitValue()));
  }

  /// The class path goes here and not on the command line: Linux hands the first 4096 bytes of that
  /// to who lists processes, and a worker's main class is to be among them.
  private static void setEnvironment(Map<String, String> environment) {
    environment.keySet().removeIf(name -> !HARMLESS.contains(name) && !name.startsWith("LC_"));
    environment.put("CLASSPATH", System.getProperty("java.class.path"));
  }

  public Link link() {
    return link;
  }

  public long pid() {
    return process.pid();
  }

  /// The end of what it wrote to its error stream, at most [LastWords#MAX_CHARACTERS].
  public String lastWords() {
    return lastWords.text();
  }

  /// Completes with its exit status when it has ended; 128 + signal where a signal ended it.
  public CompletableFuture<Integer> end() {
    return end.copy();
  }

  /// Ends it and its own children at once.
  public void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
