package dev.broadside.cli.run;

import dev.broadside.cli.help.Heading;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.serve.PortConverter;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.client.engine.LoadObserver;
import dev.broadside.client.once.IterationEvent;
import dev.broadside.client.once.OnceObserver;
import dev.broadside.client.process.InProcessWorker;
import dev.broadside.client.process.Worker;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/// The options of `broadside run` for authors of job classes: one iteration shown step by step, a
/// debugger, and a flight recording of the worker.
final class AuthorOptions {
  private static final int MOST_PORT = 65_535;

  @Option(
      names = OnceWord.ONCE,
      arity = "0..1",
      descriptionKey = Heading.AUTHOR,
      paramLabel = "TRANSACTION",
      description =
          "One thread does one iteration, of this transaction if one is named, and each statement is"
              + " shown with its parameters, rows and time.")
  private Optional<String> once = Optional.empty();

  @Option(
      names = "--in-process",
      descriptionKey = Heading.AUTHOR,
      description =
          "Run the load in this JVM, so that a debugger attached to it stops in job code.")
  private boolean inProcess;

  @Option(
      names = "--debug",
      descriptionKey = Heading.AUTHOR,
      paramLabel = "PORT",
      description = "Open this port of the loopback address for a debugger of the worker.")
  private Optional<Integer> debug = Optional.empty();

  @Option(
      names = "--suspend",
      descriptionKey = Heading.AUTHOR,
      description = "With --debug: the worker waits for the debugger, up to a minute.")
  private boolean suspend;

  private boolean profile;

  boolean once() {
    return once.isPresent();
  }

  /// Whether the load is made in this JVM.
  boolean inProcess() {
    return inProcess || once();
  }

  /// What makes workers. The load in this JVM prints to standard error, as that of a worker would:
  /// standard output is for results.
  Worker.Forker forker(Consumer<IterationEvent> seen, Time time) {
    if (!inProcess()) {
      return Worker.Forker.PROCESSES;
    }
    System.setOut(System.err);
    LoadObserver observer =
        once.map(name -> (LoadObserver) new OnceObserver(name, time, seen))
            .orElse(LoadObserver.NONE);
    return InProcessWorker.forker(observer, time);
  }

  /// Refuses what cannot be had together, and a port that cannot be opened.
  void check(OutputFiles files) throws CommandException {
    String here = once() ? "--once" : "--in-process";
    if (inProcess() && debug.isPresent()) {
      throw wrong(
          "--debug " + debug.get(),
          "with " + here + " there is no worker to debug",
          "start this JVM with BROADSIDE_JAVA_OPTS=" + agent(debug.get()));
    }
    if (suspend && debug.isEmpty()) {
      throw wrong("--suspend", "there is no debugger to wait for", "add --debug PORT");
    }
    if (once() && !files.ofIntervals().isEmpty()) {
      throw wrong(
          "--once",
          "one iteration has no intervals",
          "leave out " + String.join(" and ", files.ofIntervals()));
    }
    if (debug.isPresent()) {
      checkPort(debug.get());
    }
  }

  private static void checkPort(int port) throws CommandException {
    String where = "--debug " + port;
    if (port < 1 || port > MOST_PORT) {
      throw wrong(where, "that is no port", "give one from 1 to " + MOST_PORT);
    }
    PortConverter.requireFree(where, port);
  }

  private static CommandException wrong(String where, String what, String mend) {
    return new CommandException(Problem.wrong(where, what, mend));
  }

  /// The job as it is to be run. A flight recording of its worker lies beside the result.
  JobSpec spec(JobSpec asked) throws CommandException {
    profile = JobDocument.PROFILE.in(asked);
    if (inProcess() && profile) {
      String here = once() ? "--once" : "--in-process";
      throw wrong("--profile", "with " + here + " there is no worker to record", "leave out one");
    }
    JobSpec job = once() ? asked.once() : asked;
    return inProcess() || debug.isPresent() ? job.patient() : job;
  }

  /// Flags of the worker of one run.
  ///
  /// @param beside a file of the result, or what stands for standard output
  List<String> workerFlags(String runId, Optional<String> beside) {
    List<String> flags = new ArrayList<>();
    debug.ifPresent(port -> flags.add(agent(port)));
    if (profile) {
      flags.add(
          "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename="
              + file(runId, beside));
    }
    return flags;
  }

  /// The sentence that says where a run's flight recording is; empty if it made none.
  Optional<String> recording(String runId, Optional<String> beside) {
    return Optional.of(file(runId, beside))
        .filter(file -> profile && Files.exists(file))
        .map(file -> "flight recording: " + file);
  }

  private static Path file(String runId, Optional<String> beside) {
    return Path.of(beside.filter(target -> !target.equals("-")).orElse("result"))
        .toAbsolutePath()
        .resolveSibling(runId + ".jfr");
  }

  /// A sentence for the user before the run.
  Optional<String> note() {
    return debug.map(port ->
        "debugger: attach to 127.0.0.1:%d%s".formatted(port, suspend ? "; the worker waits" : ""));
  }

  private String agent(int port) {
    return "-agentlib:jdwp=transport=dt_socket,server=y,suspend=%s,address=127.0.0.1:%d"
        .formatted(suspend ? "y" : "n", port);
  }
}
