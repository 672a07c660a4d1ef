package dev.broadside.client.monitor;

import dev.broadside.client.watch.ProcessTree;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Command;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.TargetMonitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a program that writes one number. It gets no input, and is killed with its children if it
/// takes too long or writes too much. One thread reads; any may close.
final class CommandMonitor implements TargetMonitor {
  static final Duration LONGEST = Duration.ofSeconds(4);
  private static final int MOST_BYTES = 4_096;

  private final MonitorSource source;
  private final Command what;
  private volatile Optional<Process> running = Optional.empty();
  private volatile boolean closed;

  CommandMonitor(MonitorSource source, Command what) {
    this.source = source;
    this.what = what;
  }

  @Override
  public List<Figure> figures() {
    String help = "What a command writes: " + String.join(" ", what.words());
    return List.of(
        Figure.mean(source.id(), source.unit(), source.name())
            .in("Monitors")
            .help(PlainText.line(help, Figure.LONGEST_HELP)));
  }

  @Override
  public Duration interval() {
    return source.interval();
  }

  @Override
  public double[] read() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(what.words()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    running = Optional.of(process);
    try {
      if (closed) {
        throw new IOException("the run has ended");
      }
      process.getOutputStream().close();
      String text = output(process);
      return new double[] {Double.parseDouble(text.strip())};
    } catch (NumberFormatException e) {
      throw new IOException("the command does not write one number", e);
    } catch (TimeoutException _) {
      throw new IOException("the command has not ended within " + LONGEST.toSeconds() + " s");
    } finally {
      ProcessTree.kill(process.toHandle());
      running = Optional.empty();
    }
  }

  private static String output(Process process)
      throws IOException, InterruptedException, TimeoutException {
    CompletableFuture<byte[]> read = new CompletableFuture<>();
    // A child that outlives the command may hold its output open: only this thread waits for that.
    Thread.ofPlatform().daemon().name("command").start(() -> read(process, read));
    byte[] output = got(read);
    if (output.length == MOST_BYTES) {
      throw new IOException("the command writes more than one number");
    }
    if (!process.waitFor(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException();
    }
    if (process.exitValue() != 0) {
      throw new IOException("the command ends with status " + process.exitValue());
    }
    return new String(output, StandardCharsets.UTF_8);
  }

  private static void read(Process process, CompletableFuture<byte[]> into) {
    try {
      into.complete(process.getInputStream().readNBytes(MOST_BYTES));
    } catch (IOException | UncheckedIOException e) {
      into.completeExceptionally(e);
    }
  }

  private static byte[] got(CompletableFuture<byte[]> read)
      throws IOException, InterruptedException, TimeoutException {
    try {
      return read.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("what the command writes cannot be read", e);
    }
  }

  /// Also ends what is running.
  @Override
  public void close() {
    closed = true;
    running.ifPresent(process -> ProcessTree.kill(process.toHandle()));
  }
}
