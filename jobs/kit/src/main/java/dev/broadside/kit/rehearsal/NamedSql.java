package dev.broadside.kit.rehearsal;

/// A statement of a job class in the words of the target.
///
/// @param name under which failures and results show it
/// @param place in the author's file; empty if it is not known
/// @param sql as the driver takes it
public record NamedSql(String name, String place, String sql) {
  public NamedSql(String name, String sql) {
    this(name, "", sql);
  }
}
