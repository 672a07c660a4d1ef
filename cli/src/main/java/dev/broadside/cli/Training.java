package dev.broadside.cli;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.Shell;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// What the launcher runs once under a JVM that writes down what it loads: a run, and a job of an
/// agent of a server, so that all later starts find the classes of these linked.
///
/// ```
/// java -XX:AOTCacheOutput=FILE ... dev.broadside.cli.Training WORKER_CONFIGURATION
/// ```
///
/// The argument names the file for what a worker loads. Ends with status 0 if all went well.
final class Training {
  private static final String SHORT = "100ms";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Training() {}

  public static void main(String[] line) throws IOException, InterruptedException {
    CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .execute(() -> System.exit(1));
    Path folder = Files.createTempDirectory("broadside-training-");
    String data = folder.resolve("server").toString();
    int status = withCertificates(data);
    List<Thread> serving = new ArrayList<>();
    PipedInputStream untilTheEnd = new PipedInputStream();
    try (OutputStream _ = new PipedOutputStream(untilTheEnd)) {
      System.setIn(untilTheEnd);
      serving.add(serve("server", "--data", data, "--port", "0"));
      status |=
          run(
              "run",
              "noop",
              "--duration",
              SHORT,
              "--worker-option=-XX:AOTMode=record",
              "--worker-option=-XX:AOTConfiguration=" + line[0]);
      // The server has long been serving by now.
      String agent = folder.resolve("agent").toString();
      serving.add(serve("agent", "--data", agent, "--server", data, "--name", "training"));
      status |= run("job", "submit", "noop", "--duration", SHORT, "--watch", "--server", data);
      status |= run("job", "list", "--server", data);
    }
    for (Thread one : serving) {
      one.join();
    }
    Folders.delete(folder);
    System.exit(status);
  }

  /// Makes a server's folder in a JVM of its own. What makes certificates comes from signed jars,
  /// and whatever started with a cache of classes that need those would verify them first.
  private static int withCertificates(String data) throws IOException, InterruptedException {
    List<String> server =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dbroadside.home=" + System.getProperty("broadside.home"),
            "-cp",
            System.getProperty("java.class.path"),
            Broadside.class.getName(),
            "server",
            "--data",
            data,
            "--port",
            "0",
            "--end-with-stdin");
    // The launcher's input has nothing in it.
    return new ProcessBuilder(server).inheritIO().start().waitFor();
  }

  private static Thread serve(String... line) {
    String[] whole = Arrays.copyOf(line, line.length + 1);
    whole[line.length] = "--end-with-stdin";
    return Thread.ofPlatform().daemon().name(line[0]).start(() -> run(whole));
  }

  private static int run(String... line) {
    return new Broadside(Shell.ofProcess()).run(line);
  }
}
