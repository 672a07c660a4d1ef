package dev.broadside.client.watch;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.work.Figure;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What this process, a worker, holds: what grows here from hour to hour is a leak of the load
/// generator or of the driver, and would be taken for the target's. Of several agents the highest
/// tells.
public final class JvmFigures implements FigureSource {
  private static final String SECTION = "Worker, agents";
  private static final double MIB = 1 << 20;

  /// The parts of the heap, by name.
  private final Set<String> heap =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());

  /// What the last collection left, and how many there had been then: to ask a collector for it
  /// makes a table of all its pools, and most intervals have no collection.
  private FigureValue afterLast = FigureValue.UNKNOWN;

  private long collections = -1;

  @Override
  public List<Figure> figures() {
    return List.of(
        Figure.last("jvm.heap", "MiB", "heap used").in(SECTION),
        Figure.last("jvm.heapAfterGc", "MiB", "heap after collection")
            .in(SECTION)
            .help("What was left when the heap was collected last: what is in use."),
        Figure.last("jvm.threads", "", "threads of the process").in(SECTION),
        Figure.last("jvm.descriptors", "", "connections and files")
            .in(SECTION)
            .help("Open descriptors of the process: its connections are most of them."));
  }

  @Override
  public List<FigureValue> read() {
    return List.of(
        FigureValue.reading(
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB),
        afterCollection(),
        FigureValue.reading(ManagementFactory.getThreadMXBean().getThreadCount()),
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? FigureValue.reading(unix.getOpenFileDescriptorCount())
            : FigureValue.UNKNOWN);
  }

  private FigureValue afterCollection() {
    long now =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(bean -> bean.getCollectionCount())
            .sum();
    if (now != collections) {
      afterLast = ofLastCollection();
      collections = now;
    }
    return afterLast;
  }

  private FigureValue ofLastCollection() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(GarbageCollectorMXBean.class::isInstance)
        .flatMap(bean -> Stream.ofNullable(((GarbageCollectorMXBean) bean).getLastGcInfo()))
        .max(Comparator.comparingLong(GcInfo::getEndTime))
        .map(last -> FigureValue.reading(left(last) / MIB))
        .orElse(FigureValue.UNKNOWN);
  }

  private double left(GcInfo collection) {
    return collection.getMemoryUsageAfterGc().entrySet().stream()
        .filter(pool -> heap.contains(pool.getKey()))
        .mapToLong(pool -> pool.getValue().getUsed())
        .sum();
  }
}
