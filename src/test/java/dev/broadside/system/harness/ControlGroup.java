package dev.broadside.system.harness;

import dev.broadside.core.fixture.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A control group of a test's own, which limits what is put into it: memory, processor time, or
/// how many threads there are. Knows both versions of control groups. Needs Linux and root; without
/// them the test reports that it was not run.
///
/// What is started by a process in it is in it as well. Closing kills what is left in it.
public final class ControlGroup implements AutoCloseable {
  private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
  private static final Path CONTROLLERS = MOUNTED.resolve("cgroup.controllers");
  private static final String MEMBERS = "cgroup.procs";

  /// Quotas are of 100 ms, as container runtimes have them.
  private static final int PERIOD_MICROS = 100_000;

  private final Controller controller;
  private final boolean second;
  private final Path folder;

  /// What it limits.
  public enum Controller {
    CPU,
    MEMORY,
    PIDS;

    private String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private ControlGroup(Controller controller, boolean second, Path folder) {
    this.controller = controller;
    this.second = second;
    this.folder = folder;
  }

  /// Makes an empty one that limits nothing yet.
  ///
  /// @param name no other one of this process has it
  public static ControlGroup of(Controller controller, String name) {
    boolean second = Files.exists(CONTROLLERS);
    Path root = second ? MOUNTED : MOUNTED.resolve(controller.id());
    Path folder = root.resolve("broadside-" + ProcessHandle.current().pid() + "-" + name);
    try {
      if (second) {
        Files.writeString(root.resolve("cgroup.subtree_control"), "+" + controller.id());
      }
      Files.createDirectory(folder);
      return new ControlGroup(controller, second, folder);
    } catch (IOException e) {
      throw NotRun.because(
          "what is tested with a limit of "
              + controller.id()
              + " needs root and control groups that can be written to: "
              + e);
    }
  }

  /// What to put before a command so that it runs in it.
  public List<String> in() {
    return List.of("sh", "-c", "echo 0 > '" + folder.resolve(MEMBERS) + "' && exec \"$0\" \"$@\"");
  }

  /// Puts a process into it; not those that it has started.
  public void add(ProcessHandle process) {
    write(MEMBERS, process.pid());
  }

  /// Lets it have as much memory at most.
  public void limitMemory(long bytes) {
    check(Controller.MEMORY);
    write(second ? "memory.max" : "memory.limit_in_bytes", bytes);
  }

  /// Takes the limit of memory away.
  public void freeMemory() {
    check(Controller.MEMORY);
    write(second ? "memory.max" : "memory.limit_in_bytes", second ? "max" : "-1");
  }

  /// How much memory it has now, that of files among it.
  public long memory() {
    check(Controller.MEMORY);
    return Long.parseLong(read(second ? "memory.current" : "memory.usage_in_bytes").strip());
  }

  /// Lets it have a share of one core at most.
  public void limitCpu(double share) {
    check(Controller.CPU);
    long quota = Math.round(share * PERIOD_MICROS);
    if (second) {
      write("cpu.max", quota + " " + PERIOD_MICROS);
    } else {
      write("cpu.cfs_period_us", PERIOD_MICROS);
      write("cpu.cfs_quota_us", quota);
    }
  }

  /// Takes the limit of processor time away.
  public void freeCpu() {
    check(Controller.CPU);
    write(second ? "cpu.max" : "cpu.cfs_quota_us", second ? "max" : "-1");
  }

  /// Lets it have as many threads at most, of all its processes.
  public void limitThreads(int most) {
    check(Controller.PIDS);
    write("pids.max", most);
  }

  /// How many threads it has now.
  public int threads() {
    check(Controller.PIDS);
    return Integer.parseInt(read("pids.current").strip());
  }

  private void check(Controller needed) {
    if (controller != needed) {
      throw new IllegalStateException("a group of " + controller + " and not of " + needed);
    }
  }

  private void write(String file, Object value) {
    try {
      Files.writeString(folder.resolve(file), value.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String read(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Await.until(
        Duration.ofSeconds(30), "the group to be empty", this::removed, () -> read(MEMBERS));
  }

  private boolean removed() {
    try {
      read(MEMBERS)
          .lines()
          .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
          .forEach(ProcessHandle::destroyForcibly);
      Files.delete(folder);
      return true;
    } catch (IOException _) {
      // Somebody is in it still.
      return false;
    }
  }
}
