package dev.broadside.cli.process;

import java.util.List;
import java.util.stream.Stream;

/// A process and all that it started.
public final class ProcessTree {
  private ProcessTree() {}

  /// Kills them and waits until they are gone; an interrupt does not cut the wait short, which a
  /// killed process makes brief.
  public static void kill(Process process) {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(one -> one.onExit().join());
  }
}
