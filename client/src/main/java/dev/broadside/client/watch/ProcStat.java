package dev.broadside.client.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// CPU times and context switches of a Linux host, as `/proc/stat` counts them since boot; times in
/// ticks.
///
/// ```
/// cpu  user nice system idle iowait irq softirq steal guest guest_nice
/// cpu0 ...
/// ctxt switches
/// ```
///
/// @param all over all cores
/// @param cores per core
/// @param switches context switches on all cores
record ProcStat(Ticks all, List<Ticks> cores, long switches) {
  /// The kernel tells times to programs in these, whatever it counts in itself.
  static final long NANOS_PER_TICK = 10_000_000;

  private static final int USER = 0;
  private static final int NICE = 1;
  private static final int SYSTEM = 2;
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int IRQ = 5;
  private static final int SOFT_IRQ = 6;
  private static final int STEAL = 7;

  /// One line. Guest times are part of user time already.
  ///
  /// @param user in programs, niced ones included
  /// @param system in the kernel, interrupts included
  /// @param idle idle, waiting for disks included
  /// @param steal taken for the hypervisor's other guests
  record Ticks(long user, long system, long idle, long steal) {
    Ticks since(Ticks before) {
      return new Ticks(
          user - before.user, system - before.system, idle - before.idle, steal - before.steal);
    }

    long total() {
      return user + system + idle + steal;
    }

    double busyShare() {
      return share(total() - idle);
    }

    double stealShare() {
      return share(steal);
    }

    private double share(long part) {
      return total() <= 0 ? 0 : Math.clamp((double) part / total(), 0, 1);
    }
  }

  ProcStat {
    cores = List.copyOf(cores);
  }

  /// Reads the text of `/proc/stat`; empty where it is none.
  static Optional<ProcStat> parse(String text) {
    Procfs.Stat stat = Procfs.stat(text);
    List<Ticks> cores = new ArrayList<>();
    stat.processors()
        .forEach((row, numbers) -> {
          if (row.part() == HostPart.CORE) {
            cores.add(ticks(numbers));
          }
        });
    return Optional.ofNullable(stat.processors().get(new HostRow(HostPart.CPU, "")))
        .map(ProcStat::ticks)
        .filter(all -> all.total() > 0)
        .map(all -> new ProcStat(all, cores, stat.counter("ctxt")));
  }

  private static Ticks ticks(long... row) {
    return new Ticks(
        row[USER] + row[NICE],
        row[SYSTEM] + row[IRQ] + row[SOFT_IRQ],
        row[IDLE] + row[IO_WAIT],
        row[STEAL]);
  }

  /// What passed between an earlier reading and this one. Cores that came or went meanwhile are
  /// left out.
  ProcStat since(ProcStat before) {
    List<Ticks> differences = new ArrayList<>();
    for (int i = 0; i < Math.min(cores.size(), before.cores.size()); i++) {
      differences.add(cores.get(i).since(before.cores.get(i)));
    }
    return new ProcStat(all.since(before.all), differences, switches - before.switches);
  }

  double busiestCoreShare() {
    return cores.stream().mapToDouble(Ticks::busyShare).max().orElse(all.busyShare());
  }
}
