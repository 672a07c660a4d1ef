package dev.broadside.core.work;

import dev.broadside.core.param.Problem;
import java.util.List;

/// The result of [JobClass#rehearse].
///
/// @param problems what would fail in the load, too; if there are any, there is no load
/// @param facts those of the preparation, with what the rehearsal changed
public record Rehearsal(List<Problem> problems, Facts facts) {
  public Rehearsal {
    problems = List.copyOf(problems);
  }
}
