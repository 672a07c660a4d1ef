package dev.broadside.core.report;

import dev.broadside.core.figures.Rounding;
import dev.broadside.core.stat.HostUse;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// What the processors of the agents' hosts did in the measured phases, and the cost of a
/// transaction there. If the target runs on the same host, its work is in these figures.
///
/// Shares go from 0 to 1. A figure that the platform does not give is negative, and so is a figure
/// per transaction if there was no transaction.
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

  /// The use of a host, and how many transactions ended well in the time in which that use is
  /// known.
  record Share(HostUse use, long transactions) {
    private double each(ToDoubleFunction<HostUse> what) {
      return what.applyAsDouble(use) / transactions;
    }
  }

  /// @param transactions how many ended well in the same time
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
