package dev.broadside.client.share;

import dev.broadside.core.param.Problem;

/// The agent cannot start, for a reason that its user can mend.
public final class StartException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  public StartException(Problem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  public StartException(Problem problem, Throwable cause) {
    super(problem.sentence(), cause);
    this.problem = problem;
  }

  /// Why, and what to do about it.
  public Problem problem() {
    return problem;
  }
}
