package dev.broadside.core.report;

import dev.broadside.core.figures.Rounding;
import dev.broadside.core.stat.HostUse;
import java.util.List;
import java.util.function.ToDoubleFunction;

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

  /// What a host did, and how many transactions ended well meanwhile: while it is known what it
  /// did.
  record Share(HostUse use, long transactions) {
    private double each(ToDoubleFunction<HostUse> what) {
      return what.applyAsDouble(use) / transactions;
    }
  }

  /// @param transactions how many ended well meanwhile
  public static HostDocument of(HostUse use, long transactions) {
    return of(List.of(new Share(use, transactions)));
  }

  /// All hosts of a run.
  static HostDocument of(List<Share> hosts) {
    HostUse all = hosts.stream().map(Share::use).reduce(HostUse.NONE, HostUse::plus);
    if (!all.known()) {
      return UNKNOWN;
    }
    double total = all.totalNanos();
    return new HostDocument(
        Rounding.thousandths(all.userNanos() / total),
        Rounding.thousandths(all.systemNanos() / total),
        Rounding.thousandths(all.idleNanos() / total),
        each(hosts, HostUse::contextSwitches),
        each(hosts, HostUse::involuntarySwitches),
        each(hosts, use -> use.systemNanos() / 1e3),
        each(hosts, use -> use.workerNanos() / 1e3));
  }

  private static double each(List<Share> hosts, ToDoubleFunction<HostUse> what) {
    List<Share> known = hosts.stream().filter(host -> host.transactions > 0).toList();
    return known.isEmpty()
        ? -1
        : Rounding.thousandths(known.stream().mapToDouble(host -> host.each(what)).sum());
  }
}
