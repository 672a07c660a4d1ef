package dev.broadside.core.work;

import dev.broadside.core.param.Problem;
import java.util.List;

/// The result of [JobClass#rehearse].
///
/// @param problems what would fail in the load, too; if there are any, there is no load
/// @param facts those of the preparation, with what the rehearsal changed
/// @param statements that were carried out, for [JobClass#monitor]; they stay in the process
public record Rehearsal(List<Problem> problems, Facts facts, List<LoadStatement> statements) {
  public Rehearsal {
    problems = List.copyOf(problems);
    statements = List.copyOf(statements);
  }

  /// A rehearsal that tells no statements.
  public Rehearsal(List<Problem> problems, Facts facts) {
    this(problems, facts, List.of());
  }
}
