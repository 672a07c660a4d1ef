package dev.broadside.server.archive;

import dev.broadside.core.param.Problem;

/// A file that is no job archive, or cannot be imported here.
public final class RefusedArchive extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  RefusedArchive(Problem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
