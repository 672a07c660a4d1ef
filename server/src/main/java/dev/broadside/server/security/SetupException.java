package dev.broadside.server.security;

import dev.broadside.core.param.Problem;

/// The server cannot start with what it was given. Its message is the one sentence for the user.
public final class SetupException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  public SetupException(Problem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  public SetupException(Problem problem, Throwable cause) {
    super(problem.sentence(), cause);
    this.problem = problem;
  }

  /// What is wrong, and the mend.
  public Problem problem() {
    return problem;
  }
}
