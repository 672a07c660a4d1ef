package dev.broadside.core.stat;

import dev.broadside.core.work.Figure;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The figures of a [GeneratorSample], each declared once. A record's sample has a value for each
/// known one. Encoding, merging, documents, results, exports, thresholds, charts and tables loop
/// over these figures. Add a new one at the end.
public enum GeneratorFigure {
  PROCESS_CPU(
      share("processCpu", "worker CPU", "Share of the host's CPU time that the worker used.")),
  HOST_CPU(share("hostCpu", "host CPU", "Share of the host's CPU time that was not idle.")),
  BUSIEST_CORE(
      share(
          "busiestCore",
          "busiest core",
          "Share of the time in which the busiest core was not idle.")),
  STEAL(share("steal", "steal", "Share of the CPU time that the hypervisor gave to others.")),
  GC_PAUSE(
      delay("gcPause", "GC pause", "How long the worker's garbage collector stopped its threads.")),
  MAX_HICCUP(
      delay("maxHiccup", "hiccup", "Longest delay of a thread that wanted to wake every 100 ms.")),
  /// A start that is late because the thread was still busy is caused by the target, and shows as
  /// schedule delay.
  START_LATENESS(
      delay(
          "startLatenessP99",
          "start late",
          "How much later than it wanted a thread woke to begin an iteration: 99th percentile, of"
              + " fewer than 200 starts the third latest.")),
  OLDEST_IN_FLIGHT(
      delay("oldestInFlight", "in flight", "Age of the oldest unfinished iteration at the end.")),
  CONNECTION_WAIT(
      delay(
          "connectionWaitP99",
          "waiting arrivals",
          "How long arrivals of an open load waited for a free thread, 99th percentile; it blames"
              + " nobody, since a stalled target causes it too.")),
  CPU_WAIT(
      share(
          "cpuWait",
          "CPU wait",
          "Share of the time in iterations in which their threads could have run and had no"
              + " core.")),
  OWN_CPU(share("ownCpu", "own CPU", "Share of the load threads' time that they were on a core.")),
  THROTTLED(
      share(
          "throttled",
          "quota",
          "Share of the time in which the CPU quota of the worker's control group kept it"
              + " waiting.")),
  OLDEST_WAITING(
      delay(
          "oldestWaiting",
          "oldest waiting arrival",
          "How long the oldest arrival that has not begun has been due, at the end; it"
              + " blames nobody, since a stalled target causes it too."));

  /// The prefix of the ids of these figures.
  private static final String PREFIX = "generator.";

  private static final String SECTION = "Load generator, ";
  private static final double NANOS = 1e6;

  private final Figure figure;
  private final String key;

  /// @param figure its declaration, with the id without the prefix
  GeneratorFigure(Figure figure) {
    boolean share = figure.unit().equals("%");
    this.key = figure.id() + (share ? "" : "Nanos");
    this.figure =
        Figure.worst(PREFIX + figure.id(), figure.unit(), figure.label())
            .help(figure.help())
            .in(figure.section());
  }

  private static Figure share(String id, String label, String help) {
    return Figure.worst(id, "%", label).help(help).in(SECTION + "CPU");
  }

  private static Figure delay(String id, String label, String help) {
    return Figure.worst(id, "ms", label).help(help).in(SECTION + "delays");
  }

  /// All figures; none if no sample was taken.
  public static List<GeneratorFigure> of(GeneratorSample sample) {
    return sample.values().isEmpty() ? List.of() : List.of(values());
  }

  /// Its declaration as other figures are shown: in percent or in milliseconds.
  public Figure figure() {
    return figure;
  }

  /// Its name in records and documents, in which its value is a share from 0 to 1, or nanoseconds.
  public String key() {
    return key;
  }

  /// Whether it is a share, which may be unknown, and not nanoseconds.
  public boolean share() {
    return figure.unit().equals("%");
  }

  /// The value that stands for an unknown one.
  double unknown() {
    return share() ? -1 : 0;
  }

  /// A sample's value in the figure's unit; empty if it is unknown.
  public OptionalDouble shown(GeneratorSample sample) {
    double value = sample.of(this);
    return value < 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(share() ? 100 * value : value / NANOS);
  }

  /// The figure with an id; empty if the id is that of another figure, such as a job class's.
  public static Optional<GeneratorFigure> of(String id) {
    return id.startsWith(PREFIX)
        ? Arrays.stream(values()).filter(one -> one.figure.id().equals(id)).findFirst()
        : Optional.empty();
  }

  /// The value of the figure with an id; not a number if there is no such figure, or the value is
  /// unknown.
  public static double shown(String id, GeneratorSample sample) {
    return of(id).map(one -> one.shown(sample).orElse(Double.NaN)).orElse(Double.NaN);
  }
}
