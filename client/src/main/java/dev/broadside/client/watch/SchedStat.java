package dev.broadside.client.watch;

import java.util.Optional;

/// What a Linux kernel has counted for a thread since it began; or the sums for several threads.
///
/// @param runNanos on a core
/// @param waitNanos ready to run, and without a core
/// @param slices how often it was given a core
/// @param involuntarySwitches how often it had to leave a core that it still wanted
record SchedStat(long runNanos, long waitNanos, long slices, long involuntarySwitches) {
  static final SchedStat NONE = new SchedStat(0, 0, 0, 0);

  private static final String INVOLUNTARY = "nonvoluntary_ctxt_switches:";

  /// Reads the texts of `schedstat` and `status` of a thread; empty if they have another form.
  static Optional<SchedStat> parse(String schedstat, String status) {
    String[] fields = schedstat.strip().split(" ", -1);
    int at = status.indexOf(INVOLUNTARY);
    if (fields.length != 3 || at < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SchedStat(
              Long.parseLong(fields[0]),
              Long.parseLong(fields[1]),
              Long.parseLong(fields[2]),
              Long.parseLong(status.substring(at + INVOLUNTARY.length()).strip())));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  SchedStat plus(SchedStat other) {
    return new SchedStat(
        runNanos + other.runNanos,
        waitNanos + other.waitNanos,
        slices + other.slices,
        involuntarySwitches + other.involuntarySwitches);
  }

  SchedStat since(SchedStat before) {
    return new SchedStat(
        runNanos - before.runNanos,
        waitNanos - before.waitNanos,
        slices - before.slices,
        involuntarySwitches - before.involuntarySwitches);
  }
}
