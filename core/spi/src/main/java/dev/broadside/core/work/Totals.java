package dev.broadside.core.work;

/// What the agents counted for one operation, or for the whole transaction, from the first to the
/// last iteration of the job, warm-up and cool-down included.
///
/// @param ok ended well
/// @param failed ended badly, without effect
/// @param uncertain may or may not have taken effect
public record Totals(long ok, long failed, long uncertain) {
  public static final Totals NONE = new Totals(0, 0, 0);

  public Totals plus(Totals other) {
    return new Totals(ok + other.ok, failed + other.failed, uncertain + other.uncertain);
  }
}
