package dev.broadside.server.collect;

import dev.broadside.core.stat.GeneratorSample;

/// How far one agent's records of one run have come in.
///
/// @param complete whether its closing record is stored, and none before it is missing
/// @param lastInterval the newest interval that has come; -1 where there is none
/// @param arrivals how many arrivals of an open load it began or dropped
/// @param generator how its load generator fared in that interval
public record AgentProgress(
    boolean complete, int lastInterval, long arrivals, GeneratorSample generator) {
  public static final AgentProgress NONE = new AgentProgress(false, -1, 0, GeneratorSample.UNKNOWN);
}
