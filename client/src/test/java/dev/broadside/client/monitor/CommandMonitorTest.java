package dev.broadside.client.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.MonitorSource.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CommandMonitorTest {
  @TempDir private Path temp;

  private static CommandMonitor of(String... words) {
    Command what = new Command(List.of(words));
    return new CommandMonitor(
        new MonitorSource("fans", what, "rpm", Duration.ofSeconds(1), Optional.empty()), what);
  }

  private static String refusal(String script) {
    return assertThrows(IOException.class, () -> of("sh", "-c", script).read()).getMessage();
  }

  @Test
  void theNumberIsRead() throws Exception {
    CommandMonitor monitor = of("sh", "-c", "echo \" 4.5e1 \"; echo ignored >&2");

    assertEquals("mon.fans", monitor.figures().getFirst().id());
    assertArrayEquals(new double[] {45}, monitor.read());
  }

  @Test
  void whatIsWrongIsOneSentence() {
    assertEquals("the command does not write one number", refusal("echo 1 2"));
    assertEquals("the command does not write one number", refusal(":"));
    assertEquals("the command ends with status 3", refusal("echo 1; exit 3"));
    assertEquals("the command writes more than one number", refusal("yes"));
    assertThrows(IOException.class, () -> of("/no/such/program").read());
  }

  private ProcessHandle noted(Path file) throws Exception {
    while (!Files.exists(file) || Files.readString(file).isBlank()) {
      Thread.onSpinWait();
    }
    return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
  }

  private static void awaitDead(ProcessHandle process) {
    while (process.isAlive() && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    assertFalse(process.isAlive());
  }

  @Test
  void aCommandThatHangsIsKilledWithItsChildren() throws Exception {
    Path note = temp.resolve("child");
    String script = "sleep 600 & echo $! > %1$s.part; mv %1$s.part %1$s; wait".formatted(note);

    assertEquals("the command has not ended within 4 s", refusal(script));
    ProcessHandle.of(Long.parseLong(Files.readString(note).strip()))
        .ifPresent(CommandMonitorTest::awaitDead);
  }

  @Test
  void theEndOfTheRunEndsTheCommand() throws Exception {
    Path note = temp.resolve("child");
    String script = "sleep 600 & echo $! > %1$s.part; mv %1$s.part %1$s; wait".formatted(note);
    CommandMonitor monitor = of("sh", "-c", script);
    FutureTask<double[]> reading = new FutureTask<>(monitor::read);
    Thread thread = Thread.ofVirtual().start(reading);
    ProcessHandle child = noted(note);

    monitor.close();

    thread.join();
    awaitDead(child);
    assertTrue(reading.isDone());
    assertThrows(IOException.class, monitor::read);
  }
}
