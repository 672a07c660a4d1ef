package dev.broadside.client.watch;

import static dev.broadside.core.stat.GeneratorFigure.BUSIEST_CORE;
import static dev.broadside.core.stat.GeneratorFigure.GC_PAUSE;
import static dev.broadside.core.stat.GeneratorFigure.HOST_CPU;
import static dev.broadside.core.stat.GeneratorFigure.PROCESS_CPU;
import static dev.broadside.core.stat.GeneratorFigure.STEAL;

import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.time.Time;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Watches the host and this process, so that a result can tell whether the load generator was the
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

  /// @param host reads the host's CPU times; empty where there are none
  /// @param processCpuNanos reads this process's CPU time; negative where it is unknown
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

  /// What does not come from the load threads, since the last call; the host's shares since a
  /// little longer where calls come faster than the kernel counts.
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
}
