package dev.broadside.core.load;

import java.util.List;

/// One change of a running load.
///
/// @param atNanos the time from which it holds, on the run's axis; not before the previous change
/// @param by who made it
/// @param set the new values
public record LoadChange(long atNanos, String by, LoadControl set) {
  /// The most changes of one job, since every agent gets all of them.
  public static final int MOST = 200;

  public LoadChange {
    Bounds.text(by, Bounds.MAX_TEXT, "who changed the load");
  }

  /// The newer of two lists of changes of one load. That is the longer one, since changes are only
  /// added.
  public static List<LoadChange> newer(List<LoadChange> one, List<LoadChange> other) {
    return other.size() > one.size() ? other : one;
  }

  /// The values that hold after some changes.
  public static LoadControl sum(List<LoadChange> changes) {
    return changes.stream().map(LoadChange::set).reduce(LoadControl.NONE, LoadControl::then);
  }
}
