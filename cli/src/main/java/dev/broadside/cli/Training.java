package dev.broadside.cli;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.Shell;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// What the launcher runs once under a JVM that writes down what it loads: a run, an agent, and
/// commands to a server, which has a JVM of its own that does the same. All later starts find the
/// classes of these linked.
///
/// ```
/// java -XX:AOTCacheOutput=FILE ... dev.broadside.cli.Training WORKER_CONFIGURATION SERVER_CACHE
/// ```
///
/// The arguments name the files for what a worker and a server load. Ends with status 0 if all went
/// well.
final class Training {
  private static final String SHORT = "100ms";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Training() {}

  public static void main(String[] line) throws IOException, InterruptedException {
    CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .execute(() -> System.exit(1));
    Path folder = Files.createTempDirectory("broadside-training-");
    String data = folder.resolve("server").toString();
    // Without an input it ends when it serves. What makes certificates comes from signed jars, and
    // whatever started with a cache of classes that need those would verify them first.
    int status =
        server(data)
            .redirectInput(Redirect.INHERIT)
            .redirectOutput(Redirect.DISCARD)
            .start()
            .waitFor();
    Process server = server(data, "-XX:AOTCacheOutput=" + line[1]).start();
    status |=
        run(
            "run",
            "noop",
            "--duration",
            SHORT,
            "--worker-option=-XX:AOTMode=record",
            "--worker-option=-XX:AOTConfiguration=" + line[0]);
    // Its first line says that it serves.
    server.inputReader().readLine();
    PipedInputStream untilTheEnd = new PipedInputStream();
    Thread agent;
    try (OutputStream _ = new PipedOutputStream(untilTheEnd)) {
      System.setIn(untilTheEnd);
      agent = agent(folder.resolve("agent").toString(), data);
      status |= run("job", "submit", "noop", "--duration", SHORT, "--watch", "--server", data);
      status |= run("job", "list", "--server", data);
    }
    agent.join();
    server.getOutputStream().close();
    status |= server.waitFor();
    Folders.delete(folder);
    System.exit(status);
  }

  private static ProcessBuilder server(String data, String... flags) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(flags));
    // Those of the launcher, of which some must be the same whenever a cache is used.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-XX:AOT"))
        .forEach(line::add);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Broadside.class.getName()));
    line.addAll(List.of("server", "--data", data, "--port", "0", "--end-with-stdin"));
    return new ProcessBuilder(line).redirectError(Redirect.INHERIT);
  }

  private static Thread agent(String data, String server) {
    return Thread.ofPlatform()
        .daemon()
        .name("agent")
        .start(() ->
            run(
                "agent",
                "--data",
                data,
                "--server",
                server,
                "--name",
                "training",
                "--end-with-stdin"));
  }

  private static int run(String... line) {
    return new Broadside(Shell.ofProcess()).run(line);
  }
}
