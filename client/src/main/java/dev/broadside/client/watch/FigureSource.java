package dev.broadside.client.watch;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.broadside.core.figures.ConnectionFigure;
import dev.broadside.core.recorder.LostConnections;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Figures that are read when an interval is sealed, such as those of the host. A new source
/// implements this interface and is one line in the load engine: its figures reach the result, the
/// exports and the page by their declarations. Their ids differ from those of every other source.
public interface FigureSource {

  /// The figures of this source; asked once, when the run begins.
  List<Figure> figures();

  /// The values now, or since the last call, in the order of [#figures()]. Called by the sealer at
  /// the end of each interval; must be quick. The first call comes when the run begins, and its
  /// values belong to no interval.
  List<FigureValue> read();

  /// The values at the end of the last interval, when all load threads have ended, so that it may
  /// take a moment.
  default List<FigureValue> readLast() {
    return read();
  }

  /// Why values are unknown; each reason is given once. Called after each reading.
  default List<Failure> failures() {
    return List.of();
  }

  /// What was found out in words since the last call. Called after each reading.
  default List<Observed> observed() {
    return List.of();
  }

  /// For how long load threads were without a connection, and how often they tried to connect
  /// again.
  static final class Connections implements FigureSource {
    private static final long MILLI = 1_000_000;

    private final LostConnections connections;
    private final Time time;

    /// Nanoseconds left over from whole milliseconds.
    private long rest;

    public Connections(LostConnections connections, Time time) {
      this.connections = connections;
      this.time = time;
    }

    @Override
    public List<Figure> figures() {
      return ConnectionFigure.ALL;
    }

    @Override
    public List<FigureValue> read() {
      LostConnections.Look look = connections.look(time.nanos());
      long nanos = rest + look.waitedNanos();
      rest = nanos % MILLI;
      return List.of(
          new FigureValue.Amount(nanos / MILLI), new FigureValue.Amount(look.attempts()));
    }
  }

  /// Memory, threads and files of the worker's process. If one grows from hour to hour, the load
  /// generator or the driver leaks, which could be mistaken for a problem of the target. Of several
  /// agents the highest value counts.
  static final class Jvm implements FigureSource {
    private static final String SECTION = "Worker, agents";
    private static final double MIB = 1 << 20;

    /// The parts of the heap, by name.
    private final Set<String> heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());

    /// What the last collection left. It is read only after another collection, because a collector
    /// answers with a table of all its pools.
    private FigureValue afterLast = FigureValue.UNKNOWN;

    private long collections = -1;

    @Override
    public List<Figure> figures() {
      return List.of(
          Figure.last("jvm.heap", "MiB", "heap used").in(SECTION),
          Figure.last("jvm.heapAfterGc", "MiB", "heap after collection")
              .in(SECTION)
              .help("The heap in use after the last collection."),
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
}
