package dev.broadside.cli.shell;

import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// Ends a command with problems to tell. Caught in one place, [FailureReport], which prints one
/// sentence for each.
public final class CommandException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;
  private final int exitStatus;

  private CommandException(List<Problem> problems, int exitStatus) {
    super(problems.stream().map(Problem::sentence).collect(Collectors.joining(" ")));
    this.problems = List.copyOf(problems);
    this.exitStatus = exitStatus;
  }

  /// With the exit status that the problems lead to.
  public CommandException(List<Problem> problems) {
    this(problems, ExitStatus.of(problems));
  }

  public CommandException(Problem problem) {
    this(List.of(problem));
  }

  /// What failed though nothing was wrong with the input.
  public static CommandException failure(List<Problem> problems) {
    return new CommandException(problems, ExitStatus.FAILURE);
  }

  /// This exception with other problems.
  public CommandException with(List<Problem> otherwise) {
    return new CommandException(otherwise, exitStatus);
  }

  public List<Problem> problems() {
    return problems;
  }

  public int exitStatus() {
    return exitStatus;
  }
}
