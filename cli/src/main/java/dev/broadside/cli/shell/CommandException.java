package dev.broadside.cli.shell;

import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// Ends a command with problems to tell. Caught in one place, [Failures], which prints one sentence
/// for each.
public final class CommandException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public CommandException(List<Problem> problems) {
    super(problems.stream().map(Problem::sentence).collect(Collectors.joining(" ")));
    this.problems = List.copyOf(problems);
  }

  public CommandException(Problem problem) {
    this(List.of(problem));
  }

  public List<Problem> problems() {
    return problems;
  }
}
