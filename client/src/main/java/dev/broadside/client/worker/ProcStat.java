package dev.broadside.client.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// CPU times of a Linux host, as `/proc/stat` counts them since boot, in ticks.
///
/// ```
/// cpu  user nice system idle iowait irq softirq steal guest guest_nice
/// cpu0 ...
/// ```
///
/// @param all over all cores
/// @param cores per core
record ProcStat(Ticks all, List<Ticks> cores) {
  private static final int USER = 0;
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /// One line. Guest times are part of user time already.
  ///
  /// @param busy doing something, for us or for the hypervisor's other guests
  /// @param steal of these, for the hypervisor's other guests
  /// @param total of all kinds
  record Ticks(long busy, long steal, long total) {
    Ticks since(Ticks before) {
      return new Ticks(busy - before.busy, steal - before.steal, total - before.total);
    }

    double busyShare() {
      return share(busy);
    }

    double stealShare() {
      return share(steal);
    }

    private double share(long part) {
      return total <= 0 ? 0 : Math.clamp((double) part / total, 0, 1);
    }
  }

  ProcStat {
    cores = List.copyOf(cores);
  }

  /// Reads the text of `/proc/stat`; empty where it is none.
  static Optional<ProcStat> parse(String text) {
    Optional<Ticks> all = Optional.empty();
    List<Ticks> cores = new ArrayList<>();
    try {
      for (String line : text.split("\n", -1)) {
        if (line.startsWith("cpu ")) {
          all = Optional.of(ticks(line));
        } else if (line.startsWith("cpu")) {
          cores.add(ticks(line));
        }
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException _) {
      return Optional.empty();
    }
    return all.map(ticks -> new ProcStat(ticks, cores));
  }

  private static Ticks ticks(String line) {
    String[] fields = line.substring(line.indexOf(' ')).strip().split("\\s+", -1);
    long total = 0;
    for (int i = USER; i <= STEAL; i++) {
      total += Long.parseLong(fields[i]);
    }
    long idle = Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT]);
    return new Ticks(total - idle, Long.parseLong(fields[STEAL]), total);
  }

  /// What passed between an earlier reading and this one. Cores that came or went meanwhile are
  /// left out.
  ProcStat since(ProcStat before) {
    List<Ticks> differences = new ArrayList<>();
    for (int i = 0; i < Math.min(cores.size(), before.cores.size()); i++) {
      differences.add(cores.get(i).since(before.cores.get(i)));
    }
    return new ProcStat(all.since(before.all), differences);
  }

  double busiestCoreShare() {
    return cores.stream().mapToDouble(Ticks::busyShare).max().orElse(all.busyShare());
  }
}
