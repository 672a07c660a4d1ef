package dev.broadside.core.work;

import java.util.List;
import java.util.Optional;

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
