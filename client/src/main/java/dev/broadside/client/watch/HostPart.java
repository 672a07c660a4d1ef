package dev.broadside.client.watch;

import static dev.broadside.client.watch.HostFigure.of;
import static dev.broadside.core.work.Figure.last;
import static dev.broadside.core.work.Figure.mean;
import static dev.broadside.core.work.Figure.sum;

import java.util.Arrays;
import java.util.List;

/// The parts of a host that are watched, each with its figures. A figure is computed from the
/// fields of the kernel's text, in the kernel's order; `proc(5)` and the kernel's `iostats.rst`
/// describe them. A figure with the name of one of iostat or mpstat is the same, unless its help
/// says otherwise.
enum HostPart {
  /// `/proc/stat`: the line of all processors.
  CPU("cpu", 1, Cpu.FIGURES),

  /// `ctxt`, `procs_running` less the watch itself, `procs_blocked`, `processes` of `/proc/stat`,
  /// and hundredths of the load average of one minute of `/proc/loadavg`.
  TASKS(
      "tasks",
      1,
      List.of(
          of(
              mean("running", "", "run queue").help("Tasks on a core or waiting for one."),
              f -> f[1]),
          of(mean("blocked", "", "blocked").help("Tasks that waited for a disk."), f -> f[2]),
          of(last("load", "", "load").help("The load average of one minute."), f -> f[4] / 100.0),
          of(
              sum("switches", "", "context switches")
                  .help("Of all tasks, on all cores of the host.")
                  .alsoPerTransaction(),
              f -> f[0]),
          of(
              sum("forks", "", "forks").help("Processes and threads that were started."),
              f -> f[3]))),

  /// `MemTotal`, `MemAvailable`, `Cached` with `Buffers` and `SReclaimable`, `SwapTotal`,
  /// `SwapFree`, `Dirty` of `/proc/meminfo`, in KiB.
  MEMORY(
      "memory",
      1,
      List.of(
          of(
              last("used", "MiB", "used").help("Memory that is not available to programs."),
              f -> mib(f[0] - f[1])),
          of(
              last("available", "MiB", "available")
                  .help("Memory available to programs, as the kernel estimates it."),
              f -> mib(f[1])),
          of(
              last("cached", "MiB", "cached")
                  .help("Contents of files, and kernel memory that can be freed."),
              f -> mib(f[2])),
          of(
              last("dirty", "MiB", "dirty").help("Contents of files that are not yet on disk."),
              f -> mib(f[5])),
          of(
              last("swap", "MiB", "swap used").help("Memory that is swapped out."),
              f -> mib(f[3] - f[4])))),

  /// A line of `/proc/diskstats`: reads, merged, sectors of 512 bytes, milliseconds; the same of
  /// writes; under way, milliseconds busy, milliseconds weighted by what is under way.
  DISK(
      "disk",
      16,
      List.of(
          of(
              sum("reads", "", "reads")
                  .help("Completed; per second these are IOPS.")
                  .alsoPerTransaction(),
              f -> f[0]),
          of(
              sum("writes", "", "writes")
                  .help("Completed; per second these are IOPS.")
                  .alsoPerTransaction(),
              f -> f[4]),
          of(
              sum("readBytes", "B", "bytes read").help("iostat shows KiB.").alsoPerTransaction(),
              f -> 512 * f[2]),
          of(
              sum("writtenBytes", "B", "bytes written")
                  .help("iostat shows KiB.")
                  .alsoPerTransaction(),
              f -> 512 * f[6]),
          of(
              sum("readTime", "ms", "read latency").help("iostat: r_await.").asShareOf("reads"),
              f -> f[3]),
          of(
              sum("writeTime", "ms", "write latency").help("iostat: w_await.").asShareOf("writes"),
              f -> f[7]),
          of(sum("busy", "ms", "utilisation").help("iostat: %util.").asShareOf("time"), f -> f[9]),
          of(
              sum("queue", "", "queue")
                  .help("Requests under way, on average; iostat: aqu-sz.")
                  .asShareOf("time"),
              f -> f[10]),
          of(sum("time", "ms", "time").help("For how long the disk was watched."), Disk::millis))),

  /// A line of `/proc/net/dev`: received bytes, packets, errors, dropped, and four others; the same
  /// of sent ones.
  NETWORK(
      "net",
      8,
      List.of(
          of(sum("receivedBytes", "B", "bytes received").alsoPerTransaction(), f -> f[0]),
          of(sum("sentBytes", "B", "bytes sent").alsoPerTransaction(), f -> f[8]),
          of(sum("received", "", "packets received"), f -> f[1]),
          of(sum("sent", "", "packets sent"), f -> f[9]),
          of(
              sum("errors", "", "errors").help("In both directions, dropped packets included."),
              f -> f[2] + f[3] + f[10] + f[11]))),

  /// `/proc/stat`: the line of each processor.
  CORE("core", 64, Cpu.FIGURES);

  /// `user nice system idle iowait irq softirq steal`, in ticks of 10 ms; guests are users, too.
  private static final class Cpu {
    private static final String ALL = "all";
    private static final List<HostFigure> FIGURES =
        List.of(
            of(
                sum("user", "ms", "user")
                    .help("Time in programs; mpstat: usr, nice and guest.")
                    .asShareOf(ALL)
                    .alsoPerTransaction(),
                f -> 10 * (f[0] + f[1])),
            of(
                sum("system", "ms", "system")
                    .help("Time in the kernel; mpstat: sys, irq and soft.")
                    .asShareOf(ALL)
                    .alsoPerTransaction(),
                f -> 10 * (f[2] + f[5] + f[6])),
            of(
                sum("ioWait", "ms", "I/O wait")
                    .help("Idle while a task waited for a disk.")
                    .asShareOf(ALL),
                f -> 10 * f[4]),
            of(sum("idle", "ms", "idle").help("Time without work.").asShareOf(ALL), f -> 10 * f[3]),
            of(
                sum("steal", "ms", "steal")
                    .help("Time that the hypervisor gave to other guests.")
                    .asShareOf(ALL),
                f -> 10 * f[7]),
            of(
                sum(ALL, "ms", "all").help("The sum of these times."),
                f -> 10 * Arrays.stream(f, 0, 8).sum()));
  }

  private static final class Disk {
    /// The milliseconds since the last look, which follow the fields.
    static double millis(long[] fields) {
      return fields[fields.length - 1];
    }
  }

  private final String word;
  private final int most;
  private final List<HostFigure> figures;

  HostPart(String word, int most, List<HostFigure> figures) {
    this.word = word;
    this.most = most;
    this.figures = figures;
  }

  private static double mib(long kib) {
    return kib / 1024.0;
  }

  List<HostFigure> figures() {
    return figures;
  }

  /// How many such rows are watched; those used most, if the host has more.
  int most() {
    return most;
  }

  /// How the names of its rows begin.
  String word() {
    return word;
  }
}
