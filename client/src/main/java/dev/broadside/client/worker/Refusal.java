package dev.broadside.client.worker;

import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// A share cannot begin, for reasons that its user can mend.
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public Refusal(List<Problem> problems) {
    super(problems.stream().map(Problem::sentence).collect(Collectors.joining(" ")));
    this.problems = List.copyOf(problems);
  }

  public Refusal(Problem problem) {
    this(List.of(problem));
  }

  public List<Problem> problems() {
    return problems;
  }
}
