package dev.broadside.core.report;

import dev.broadside.core.figures.Rounding;
import dev.broadside.core.stat.HostUse;

/// What the processors of the agents' hosts did in the measured phases, and what a transaction cost
/// there. Where the target runs on the same host, its work is in these figures.
///
/// Shares go from 0 to 1. A figure that the platform does not give is negative, and so is one per
/// transaction where there was none.
///
/// @param user share of the CPU time in programs
/// @param system share of the CPU time in the kernel
/// @param idle share of the CPU time that was idle
/// @param contextSwitchesPerTransaction of all programs on the host
/// @param involuntarySwitchesPerTransaction of the worker's load threads
/// @param systemMicrosPerTransaction CPU time in the kernel, of all programs on the host
/// @param workerMicrosPerTransaction CPU time of the worker
public record HostDocument(
    double user,
    double system,
    double idle,
    double contextSwitchesPerTransaction,
    double involuntarySwitchesPerTransaction,
    double systemMicrosPerTransaction,
    double workerMicrosPerTransaction) {

  public static final HostDocument UNKNOWN = new HostDocument(-1, -1, -1, -1, -1, -1, -1);

  /// @param transactions how many ended well meanwhile
  public static HostDocument of(HostUse use, long transactions) {
    if (!use.known()) {
      return UNKNOWN;
    }
    double total = use.totalNanos();
    return new HostDocument(
        Rounding.thousandths(use.userNanos() / total),
        Rounding.thousandths(use.systemNanos() / total),
        Rounding.thousandths(use.idleNanos() / total),
        each(use.contextSwitches(), transactions),
        each(use.involuntarySwitches(), transactions),
        each(use.systemNanos() / 1e3, transactions),
        each(use.workerNanos() / 1e3, transactions));
  }

  private static double each(double sum, long transactions) {
    return transactions == 0 ? -1 : Rounding.thousandths(sum / transactions);
  }
}
