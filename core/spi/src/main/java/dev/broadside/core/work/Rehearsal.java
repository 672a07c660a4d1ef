package dev.broadside.core.work;

import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Optional;

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

  /// A statement of the load, and values with which it was carried out once.
  ///
  /// @param name of the operation under which it is timed
  /// @param sql with a `?` for each value
  /// @param values in the order of the question marks, empty for NULL; none at all if they are not
  ///   known
  public record LoadStatement(String name, String sql, List<Optional<Object>> values) {
    public LoadStatement {
      values = List.copyOf(values);
    }

    /// Without the values, which may be nobody's business.
    @Override
    public String toString() {
      return name + ": " + sql;
    }
  }
}
