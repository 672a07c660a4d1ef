package dev.broadside.core.stat;

/// What the processors of an agent's host did in a span of time. It adds up over intervals without
/// loss, even if the kernel's counts are coarse.
///
/// CPU times are summed over all cores. If the platform does not give them, everything is 0, and
/// [#known()] is false.
///
/// @param userNanos in programs, niced ones included
/// @param systemNanos in the kernel, interrupts included
/// @param idleNanos idle, waiting for disks included
/// @param totalNanos all time; the rest was taken by the hypervisor
/// @param contextSwitches on all cores, of all programs
/// @param workerNanos CPU time of the worker, in user and system mode
/// @param involuntarySwitches how often the worker's load threads had to leave a core that they
///   still wanted
public record HostUse(
    long userNanos,
    long systemNanos,
    long idleNanos,
    long totalNanos,
    long contextSwitches,
    long workerNanos,
    long involuntarySwitches) {

  public static final HostUse NONE = new HostUse(0, 0, 0, 0, 0, 0, 0);

  private static final int LONGEST_WORD = 30;

  /// A host's name in ids and headings of its figures.
  public static String word(String name) {
    String word = name.replaceAll("[^A-Za-z0-9._-]", "_");
    return word.substring(0, Math.min(LONGEST_WORD, word.length()));
  }

  /// The beginning of the headings of a host's figures.
  public static String heading(String agent) {
    return "Host of " + word(agent);
  }

  public boolean known() {
    return totalNanos > 0;
  }

  /// This with another count of them.
  public HostUse withInvoluntarySwitches(long switches) {
    return new HostUse(
        userNanos, systemNanos, idleNanos, totalNanos, contextSwitches, workerNanos, switches);
  }

  /// The part that the worker itself used.
  public HostUse ofWorker() {
    return new HostUse(0, 0, 0, 0, 0, workerNanos, involuntarySwitches);
  }

  public HostUse plus(HostUse other) {
    return new HostUse(
        userNanos + other.userNanos,
        systemNanos + other.systemNanos,
        idleNanos + other.idleNanos,
        totalNanos + other.totalNanos,
        contextSwitches + other.contextSwitches,
        workerNanos + other.workerNanos,
        involuntarySwitches + other.involuntarySwitches);
  }
}
