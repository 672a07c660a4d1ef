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
/// Frames of [WorkerFrames] on standard input and on the file that `--frames` names, or on standard
/// output if it names none. The first message it hears is `ShareOrder(runId, generation,
/// Fork(plan))`; the others follow in the order of [dev.broadside.core.wire.ShareGoal]. An order
/// whose generation is not above the newest one heard is ignored. What it says, each as a
/// [dev.broadside.core.wire.Message.ShareReport] with the newest generation that it has heard:
///
/// | order | answers |
/// |---|---|
/// | Fork | Forked(environment), or Rejected, or Broken; in the first share then: Preparing; Progress...; Prepared(facts), and as after Open |
/// | Open | Opening; Progress...; Ready(0, 0), or Rejected, or Broken |
/// | Run | Running(firstStart); Records, one per interval; Finished(lastSeq) |
/// | Stop | while the load runs: Finished(lastSeq) as soon as the threads have ended; before: Finished(-1) |
/// | Verify | Progress...; Verified(verification), or Broken |
/// | Release | Released, and it exits with status 0 |
///
/// Every clock reading, in Run and in Running, is of this host's wall clock: agents convert. When
/// Finished is said, every record has been handed over before it. A worker that is Broken stays
/// until it is released or killed.
///
/// ## How it ends
///
/// It exits with 0 after Release; with 0, too, within the plan's grace when its standard input
/// ends, since its agent is dead then; with 2 if its arguments or its first message are not those
/// of this contract; with 3 when it runs out of memory (by the JVM's flag). What job code prints
/// goes to standard error, which the agent reads.
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
            // Nobody else is there to do it, as the agent does once its worker has exited.
            Offspring.of(ProcessHandle.current()).end();
            yield 0;
          }
          case WRONG_FIRST_WORDS -> WRONG_USE;
        };
    link.close();
    link.awaitWritten(PATIENCE_WITH_AGENT);
    // A JVM that ends waits 300 ms for a thread that is in a read of a stream.
    in.close();
    return status;
  }

  /// Where job code ends the process its agent is to hear of it. A virtual thread is not among all
  /// threads: its place stays unknown.
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

  /// Ends the process even where job code's shutdown hooks hang.
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
