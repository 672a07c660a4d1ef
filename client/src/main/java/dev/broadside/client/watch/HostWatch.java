package dev.broadside.client.watch;

import static dev.broadside.core.stat.GeneratorFigure.BUSIEST_CORE;
import static dev.broadside.core.stat.GeneratorFigure.GC_PAUSE;
import static dev.broadside.core.stat.GeneratorFigure.HOST_CPU;
import static dev.broadside.core.stat.GeneratorFigure.PROCESS_CPU;
import static dev.broadside.core.stat.GeneratorFigure.STEAL;

import com.sun.management.GarbageCollectionNotificationInfo;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.time.Time;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// Watches the host and this process, so that a result can say whether the load generator was the
/// limit.
///
/// Host figures come from `/proc/stat`; elsewhere than on Linux they stay unknown. For one thread.
public final class HostWatch implements Supplier<GeneratorSample>, AutoCloseable {
  private static final String PROC_STAT = "/proc/stat";

  /// The kernel counts in hundredths of a second: fewer than this say nothing about a share.
  private static final long LEAST_TICKS = 50;

  private final Supplier<Optional<ProcStat>> host;
  private final LongSupplier processCpuNanos;
  private final int cores;
  private final Time time;
  private final GcPauses pauses;
  private Optional<ProcStat> hostBefore;
  private Optional<ProcStat> lastLook;

  /// Shares of the host's CPU time.
  private GeneratorSample shares = GeneratorSample.UNKNOWN;

  private long cpuBefore;
  private long nanosBefore;

  /// @param host reads the host's CPU times; empty if there are none
  /// @param processCpuNanos reads this process's CPU time; negative if it is unknown
  /// @param cores of the host
  HostWatch(Supplier<Optional<ProcStat>> host, LongSupplier processCpuNanos, int cores, Time time) {
    this.host = host;
    this.processCpuNanos = processCpuNanos;
    this.cores = cores;
    this.time = time;
    this.hostBefore = host.get();
    this.lastLook = hostBefore;
    this.cpuBefore = processCpuNanos.getAsLong();
    this.nanosBefore = time.nanos();
    this.pauses = GcPauses.start();
  }

  public static HostWatch start(Time time) {
    return new HostWatch(
        HostWatch::readProcStat, processCpu(), Runtime.getRuntime().availableProcessors(), time);
  }

  private static Optional<ProcStat> readProcStat() {
    return ProcStat.parse(Procfs.text(PROC_STAT));
  }

  private static LongSupplier processCpu() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean os
        ? os::getProcessCpuTime
        : () -> -1;
  }

  /// The figures that do not come from the load threads, since the last call. The host's shares
  /// cover a little more if calls come faster than the kernel counts.
  @Override
  public GeneratorSample get() {
    long nanos = time.nanos();
    long cpu = processCpuNanos.getAsLong();
    double process = processShare(cpu, nanos);
    HostUse use = lookAtHost(Math.max(0, cpu - cpuBefore));
    cpuBefore = cpu;
    nanosBefore = nanos;
    return shares.with(PROCESS_CPU, process).with(GC_PAUSE, pauses.takeNanos()).with(use);
  }

  private HostUse lookAtHost(long workerNanos) {
    Optional<ProcStat> now = host.get();
    Optional<ProcStat> sinceLastLook = now.flatMap(later -> lastLook.map(later::since));
    lastLook = now;
    updateShares(now);
    return sinceLastLook.map(passed -> use(passed, workerNanos)).orElse(HostUse.NONE);
  }

  private static HostUse use(ProcStat passed, long workerNanos) {
    ProcStat.Ticks ticks = passed.all();
    return new HostUse(
        ticks.user() * ProcStat.NANOS_PER_TICK,
        ticks.system() * ProcStat.NANOS_PER_TICK,
        ticks.idle() * ProcStat.NANOS_PER_TICK,
        ticks.total() * ProcStat.NANOS_PER_TICK,
        passed.switches(),
        workerNanos,
        0);
  }

  private void updateShares(Optional<ProcStat> now) {
    Optional<ProcStat> passed = now.flatMap(later -> hostBefore.map(later::since));
    if (passed.isPresent() && passed.get().all().total() >= LEAST_TICKS * cores) {
      ProcStat.Ticks all = passed.get().all();
      shares =
          GeneratorSample.UNKNOWN
              .with(HOST_CPU, all.busyShare())
              .with(BUSIEST_CORE, passed.get().busiestCoreShare())
              .with(STEAL, all.stealShare());
      hostBefore = now;
    }
  }

  private double processShare(long cpu, long nanos) {
    long wall = nanos - nanosBefore;
    return cpu < 0 || cpuBefore < 0 || wall <= 0
        ? -1
        : Math.clamp((double) (cpu - cpuBefore) / wall / cores, 0, 1);
  }

  @Override
  public void close() {
    pauses.close();
  }

  /// Adds up for how long the collector stopped this JVM's threads. Collectors report whole
  /// milliseconds, shortly after the pause.
  static final class GcPauses implements AutoCloseable {
    /// Part of the name that collectors give to work that runs concurrently with the application's
    /// threads.
    private static final String CONCURRENT = "Cycle";

    private final AtomicLong millis = new AtomicLong();
    private final NotificationListener listener = this::heard;

    private GcPauses() {}

    static GcPauses start() {
      GcPauses pauses = new GcPauses();
      for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
        if (collector instanceof NotificationEmitter emitter) {
          emitter.addNotificationListener(pauses.listener, _ -> true, "");
        }
      }
      return pauses;
    }

    private void heard(Notification notification, Object handback) {
      if (notification.getUserData() instanceof CompositeData data
          && notification
              .getType()
              .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
        GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from(data);
        if (!info.getGcName().contains(CONCURRENT)) {
          millis.addAndGet(info.getGcInfo().getDuration());
        }
      }
    }

    /// The sum of the pauses since the last call.
    long takeNanos() {
      return millis.getAndSet(0) * 1_000_000;
    }

    @Override
    public void close() {
      for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
        if (collector instanceof NotificationEmitter emitter) {
          try {
            emitter.removeNotificationListener(listener);
          } catch (ListenerNotFoundException _) {
            // This collector came after the start.
          }
        }
      }
    }
  }

  /// CPU times and context switches of a Linux host, as `/proc/stat` counts them since boot; times
  /// in ticks.
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
    /// The kernel reports times to programs in these ticks, also if it counts in others itself.
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

    /// Reads the text of `/proc/stat`; empty if it has another form.
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

    /// The difference to an earlier reading. Cores that came or went meanwhile are left out.
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
}
