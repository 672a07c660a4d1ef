package dev.broadside.client.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/// The processes that a worker's job class started, and those that these started: they end with the
/// worker, however it ended. A child whose parent has died is no longer a descendant of the worker,
/// so they are found by a mark in their environment, which children inherit. This needs Linux,
/// where other processes' environments can be read. Elsewhere, or if a child was given another
/// environment, only [ProcessHandle#descendants] of a living worker are found. (Jenkins ends
/// leftover processes of a build in the same way.)
///
/// @param mark no two workers have the same; empty if none is known
public record Offspring(String mark) {
  static final String VARIABLE = "BROADSIDE_WORKER";

  /// Job code that forks faster than this is left to the operating system's limits.
  private static final int MOST_LOOKS = 100;

  static Offspring unique() {
    return new Offspring(UUID.randomUUID().toString());
  }

  /// What a living worker is marked with.
  public static Offspring of(ProcessHandle worker) {
    return environment(worker).stream()
        .filter(one -> one.startsWith(VARIABLE + "="))
        .findFirst()
        .map(one -> new Offspring(one.substring(VARIABLE.length() + 1)))
        .orElse(new Offspring(""));
  }

  /// Ends them all, but for the process that asks. Waits for none of them.
  public void end() {
    boolean found = !mark.isEmpty();
    for (int look = 0; found && look < MOST_LOOKS; look++) {
      List<ProcessHandle> living =
          ProcessHandle.allProcesses()
              .filter(one -> !one.equals(ProcessHandle.current()))
              .filter(one -> environment(one).contains(VARIABLE + "=" + mark))
              .toList();
      living.forEach(ProcessHandle::destroyForcibly);
      found = !living.isEmpty();
    }
  }

  /// Empty if we may not read it, or the process has ended.
  private static List<String> environment(ProcessHandle process) {
    try {
      Path file = Path.of("/proc/" + process.pid() + "/environ");
      return List.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0"));
    } catch (IOException _) {
      return List.of();
    }
  }
}
