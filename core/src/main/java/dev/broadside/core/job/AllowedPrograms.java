package dev.broadside.core.job;

import dev.broadside.core.param.CommaList;
import dev.broadside.core.param.CommandWords;
import java.util.List;

/// The programs of jobs that an agent runs, or that a server lets jobs name.
///
/// @param names as the first word of a command: names that the agent looks up, or paths; [#ANY] for
///   all programs
public record AllowedPrograms(List<String> names) {
  public static final String ANY = "any";

  public static final AllowedPrograms ALL = new AllowedPrograms(List.of(ANY));

  /// The job class that runs them.
  public static final String JOB_CLASS = "tool";

  /// Its parameter with the command.
  public static final String COMMAND = "command";

  private static final String PROPERTY = "broadside.programs";

  public AllowedPrograms {
    names = List.copyOf(names);
  }

  /// The program of a command; empty if it has none.
  public static String of(String command) {
    return CommandWords.of(command).map(List::getFirst).orElse("");
  }

  /// Those that this worker may run: its agent started it with their [#flags].
  public static AllowedPrograms ofThisProcess() {
    return new AllowedPrograms(CommaList.parts(System.getProperty(PROPERTY, "")));
  }

  /// What lets a worker's JVM run them.
  public List<String> flags() {
    return names.isEmpty() ? List.of() : List.of("-D" + PROPERTY + "=" + CommaList.joined(names));
  }

  public boolean allow(String program) {
    return names.contains(ANY) || names.contains(program);
  }
}
