package dev.broadside.core.load;

import java.util.List;

/// One change of a load that goes on.
///
/// @param atNanos from when on it holds, on the run's axis; never before the change before it
/// @param by who made it
/// @param set what it sets
public record LoadChange(long atNanos, String by, LoadControl set) {
  /// More changes of one job are not taken: every agent is told all of them.
  public static final int MOST = 200;

  public LoadChange {
    Bounds.text(by, Bounds.MAX_TEXT, "who changed the load");
  }

  /// The longer of two lists of changes of one load: nothing is ever taken out of one, so it is the
  /// newer one, too.
  public static List<LoadChange> newer(List<LoadChange> one, List<LoadChange> other) {
    return other.size() > one.size() ? other : one;
  }

  /// What holds after some changes.
  public static LoadControl sum(List<LoadChange> changes) {
    return changes.stream().map(LoadChange::set).reduce(LoadControl.NONE, LoadControl::then);
  }
}
