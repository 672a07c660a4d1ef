package dev.broadside.client.watch;

import dev.broadside.core.stat.HostUse;

/// How the host and this process fared between two looks; the figures of
/// [dev.broadside.core.stat.GeneratorSample] that do not come from the load threads.
///
/// Shares go from 0 to 1; a figure that the platform does not give is negative.
public record HostSample(
    double processCpu,
    double hostCpu,
    double busiestCore,
    double steal,
    long gcPauseNanos,
    HostUse use) {
  static final HostSample UNKNOWN = new HostSample(-1, -1, -1, -1, 0, HostUse.NONE);
}
