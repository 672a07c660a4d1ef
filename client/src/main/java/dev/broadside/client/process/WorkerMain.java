package dev.broadside.client.process;

import dev.broadside.client.engine.LoadObserver;
import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.core.run.LastWords;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The main class of a worker JVM.
///
/// ```
/// CLASSPATH=<class path> java <WorkerFlags> dev.broadside.client.process.WorkerMain --frames FILE --pack FILE --drivers DIR --counters FILE
/// ```
///
/// ## A worker's messages
///
/// The agent's messages come as frames of [WorkerFrames] on standard input. The worker's go to the
/// file that `--frames` names, or else to standard output. The first order is Prepare, Resume or a
/// TestOrder; the others follow as [dev.broadside.core.wire.ShareGoal] lists them. An order whose
/// generation is not above the newest one received is ignored.
///
/// The worker reports each [dev.broadside.core.wire.ShareStatus] that it reaches. When it reports
/// Finished it has handed over every record before. All its clock readings are of this host's wall
/// clock, and the agent converts them to the server's. A worker that is Broken stays until it is
/// released or killed.
///
/// ## How it ends
///
/// | exit status | when |
/// |---|---|
/// | 0 | after Release; or, within the plan's grace, after its standard input ended, since its agent is dead then |
/// | 2 | its arguments or its first message are wrong |
/// | 3 | it ran out of memory, by the flag of its JVM |
///
/// What job code prints goes to standard error, which the agent reads.
public final class WorkerMain {
  private static final int WRONG_USE = 2;
  private static final Duration PATIENCE_WITH_AGENT = Duration.ofSeconds(5);

  /// Long enough for a JVM that was asked to write down what it has loaded.
  private static final Duration PATIENCE_WITH_EXIT = Duration.ofSeconds(8);

  /// Beyond the grace time, for a worker that has lost its agent.
  private static final Duration MORE_GRACE = Duration.ofSeconds(2);

  private WorkerMain() {}

  public static void main(String[] line) throws InterruptedException, IOException {
    // Input and output of job code must not come between the frames.
    InputStream in = Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel());
    OutputStream out = frames(line);
    System.setIn(InputStream.nullInputStream());
    System.setOut(System.err);
    Runtime.getRuntime().addShutdownHook(new Thread(WorkerMain::tellWhoExits, "exit-watch"));
    Time time = new SystemTime();
    Optional<WorkerArguments> paths = arguments(line);
    exit(paths.isPresent() ? serve(paths.get(), time, in, out) : WRONG_USE, time);
  }

  private static OutputStream frames(String... line) throws IOException {
    Optional<Path> frames = WorkerArguments.frames(line);
    return frames.isPresent()
        ? new FileOutputStream(frames.get().toFile())
        : new FileOutputStream(FileDescriptor.out);
  }

  private static Optional<WorkerArguments> arguments(String... line) {
    try {
      return Optional.of(WorkerArguments.parse(line));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      return Optional.empty();
    }
  }

  private static int serve(WorkerArguments paths, Time time, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    CompletableFuture<ShareWorker> worker = new CompletableFuture<>();
    WorkerFrames link =
        WorkerFrames.start(
            "agent",
            in,
            out,
            made -> {
              ShareWorker share = new ShareWorker(paths, LoadObserver.NONE, time, made);
              worker.complete(share);
              return new ExitWithAgent(share, time);
            });
    TimerSlack.least();
    int status =
        switch (worker.join().run()) {
          case RELEASED -> 0;
          case AGENT_GONE -> {
            // The agent would do this after the exit of its worker, but it is dead.
            Offspring.of(ProcessHandle.current()).end();
            yield 0;
          }
          case WRONG_FIRST_WORDS -> WRONG_USE;
        };
    link.close();
    link.awaitWritten(PATIENCE_WITH_AGENT);
    // While a thread reads the stream, the exit of the JVM takes 300 ms longer.
    in.close();
    return status;
  }

  /// If job code ends the process, tells the agent where it did so. The place is unknown if a
  /// virtual thread did, since the JVM does not list those.
  private static void tellWhoExits() {
    List<StackTraceElement> callers =
        Thread.getAllStackTraces().values().stream()
            .map(Arrays::asList)
            .filter(stack -> stack.stream().anyMatch(WorkerMain::exits))
            .flatMap(stack ->
                stack.stream()
                    .dropWhile(frame -> !exits(frame))
                    .filter(frame -> frame.getModuleName() == null)
                    .limit(1))
            .toList();
    boolean ours =
        callers.stream().anyMatch(one -> one.getClassName().equals(WorkerMain.class.getName()));
    if (!ours) {
      String place = callers.stream().findFirst().map(frame -> ", at " + frame).orElse("");
      System.err.println(LastWords.EXITED.line(place));
    }
  }

  private static boolean exits(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }

  /// Ends the process, even if shutdown hooks of job code hang.
  private static void exit(int status, Time time) {
    time.runIn(PATIENCE_WITH_EXIT, () -> Runtime.getRuntime().halt(status));
    System.exit(status);
  }

  /// Ends a worker without an agent after its plan's grace at the latest, even if job code hangs.
  private record ExitWithAgent(ShareWorker share, Time time) implements Link.Listener {
    @Override
    public void received(Message message) {
      share.received(message);
    }

    @Override
    public void closed(String reason) {
      share.closed(reason);
      time.runIn(
          share.grace().plus(MORE_GRACE),
          () -> {
            Offspring.of(ProcessHandle.current()).end();
            Runtime.getRuntime().halt(0);
          });
    }
  }
}
