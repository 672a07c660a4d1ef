package dev.broadside.client.engine;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// A share cannot begin, for reasons that its user can mend. Problems may come from job code, so
/// their number and texts are bounded and have no control characters.
public final class RefusedShare extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public RefusedShare(List<Problem> problems) {
    List<Problem> harmless =
        problems.stream().limit(Bounds.MAX_NAME).map(RefusedShare::harmless).toList();
    super(harmless.stream().map(Problem::sentence).collect(Collectors.joining(" ")));
    this.problems = harmless;
  }

  private static Problem harmless(Problem problem) {
    return new Problem(
        problem.kind(),
        TargetProblems.harmless(problem.where()),
        TargetProblems.harmless(problem.what()),
        TargetProblems.harmless(problem.mend()));
  }

  public RefusedShare(Problem problem) {
    this(List.of(problem));
  }

  public List<Problem> problems() {
    return problems;
  }
}
