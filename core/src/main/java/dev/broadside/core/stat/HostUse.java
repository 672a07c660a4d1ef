package dev.broadside.core.stat;

/// What the processors of an agent's host did in some span: adds up over intervals without loss,
/// however coarsely the kernel counts.
///
/// CPU times are summed over all cores. Where the platform does not tell, everything is 0, and
/// [#known()] is false.
///
/// @param userNanos in programs, niced ones included
/// @param systemNanos in the kernel, interrupts included
/// @param idleNanos idle, waiting for disks included
/// @param totalNanos of all kinds; the rest was taken by the hypervisor
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

  /// A name as it stands in ids and headings of a host's figures.
  public static String word(String name) {
    String word = name.replaceAll("[^A-Za-z0-9._-]", "_");
    return word.substring(0, Math.min(LONGEST_WORD, word.length()));
  }

  /// Begins the headings of what an agent tells of its host.
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

  /// What of it is the worker's own, and not of the whole host.
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
