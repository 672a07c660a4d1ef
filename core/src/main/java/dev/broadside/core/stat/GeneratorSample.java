package dev.broadside.core.stat;

/// How the load generator itself fared in one interval on one agent: what tells whether *it* was
/// the bottleneck.
///
/// Shares go from 0 to 1. A figure that the platform does not give is negative.
///
/// @param processCpu share of the host's CPU time that the worker used
/// @param hostCpu share of the host's CPU time that was not idle
/// @param busiestCore share of its time that the busiest core was not idle
/// @param steal share of CPU time that the hypervisor gave to others
/// @param gcPauseNanos time for which the worker's collector stopped its threads
/// @param maxHiccupNanos longest delay of a thread that wanted to wake every 100 ms
/// @param startLatenessP99Nanos 99th percentile of how much later than it wanted a thread woke to
///   begin an iteration, and of fewer than 200 starts the third latest; what begins late because
///   the thread was still busy is the target's doing, and shows as schedule delay
/// @param oldestInFlightNanos age of the oldest unfinished iteration at the interval's end
/// @param connectionWaitP99Nanos 99th percentile of how long arrivals of an open load waited for a
///   free thread; it blames nobody, since a stalled target causes it too
/// @param cpuWait share of the time in iterations for which their threads could have run and had no
///   core
/// @param ownCpu share of their time for which the load threads were on a core
/// @param throttled share of the time for which the quota of the worker's control group kept it
///   from running
/// @param host what the host's processors did
public record GeneratorSample(
    double processCpu,
    double hostCpu,
    double busiestCore,
    double steal,
    long gcPauseNanos,
    long maxHiccupNanos,
    long startLatenessP99Nanos,
    long oldestInFlightNanos,
    long connectionWaitP99Nanos,
    double cpuWait,
    double ownCpu,
    double throttled,
    HostUse host) {

  public static final GeneratorSample UNKNOWN =
      new GeneratorSample(-1, -1, -1, -1, 0, 0, 0, 0, 0, -1, -1, -1, HostUse.NONE);

  /// The same with what the host's processors did.
  public GeneratorSample with(HostUse use) {
    return new GeneratorSample(
        processCpu,
        hostCpu,
        busiestCore,
        steal,
        gcPauseNanos,
        maxHiccupNanos,
        startLatenessP99Nanos,
        oldestInFlightNanos,
        connectionWaitP99Nanos,
        cpuWait,
        ownCpu,
        throttled,
        use);
  }

  /// The worse of both, figure by figure, and the sum of what the hosts did: associative and
  /// commutative.
  public GeneratorSample worse(GeneratorSample other) {
    return new GeneratorSample(
        Math.max(processCpu, other.processCpu),
        Math.max(hostCpu, other.hostCpu),
        Math.max(busiestCore, other.busiestCore),
        Math.max(steal, other.steal),
        Math.max(gcPauseNanos, other.gcPauseNanos),
        Math.max(maxHiccupNanos, other.maxHiccupNanos),
        Math.max(startLatenessP99Nanos, other.startLatenessP99Nanos),
        Math.max(oldestInFlightNanos, other.oldestInFlightNanos),
        Math.max(connectionWaitP99Nanos, other.connectionWaitP99Nanos),
        Math.max(cpuWait, other.cpuWait),
        Math.max(ownCpu, other.ownCpu),
        Math.max(throttled, other.throttled),
        host.plus(other.host));
  }
}
