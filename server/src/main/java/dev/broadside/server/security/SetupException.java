package dev.broadside.server.security;

import dev.broadside.core.param.Problem;
import java.util.List;

/// The server cannot start with its configuration. The message is for the user.
public final class SetupException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  /// @param problems at least one
  public SetupException(List<Problem> problems) {
    super(problems.getFirst().sentence());
    this.problems = List.copyOf(problems);
  }

  public SetupException(Problem problem) {
    this(List.of(problem));
  }

  public SetupException(Problem problem, Throwable cause) {
    super(problem.sentence(), cause);
    this.problems = List.of(problem);
  }

  /// All problems, each with what to do.
  public List<Problem> problems() {
    return problems;
  }
}
