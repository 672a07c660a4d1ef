package dev.broadside.server.collect;

import dev.broadside.core.stat.GeneratorSample;

/// How far one agent's records of one run have come in.
///
/// @param complete whether its closing record is stored, and none before it is missing
/// @param lastInterval the newest interval that has come; -1 before the first
/// @param arrivals how many arrivals of an open load it began or dropped
/// @param threads how many of its load threads were at work in that interval
/// @param generator how its load generator fared in it
public record AgentProgress(
    boolean complete, int lastInterval, long arrivals, int threads, GeneratorSample generator) {
  public static final AgentProgress NONE =
      new AgentProgress(false, -1, 0, 0, GeneratorSample.UNKNOWN);
}
