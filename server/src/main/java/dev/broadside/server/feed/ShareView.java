package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.stat.GeneratorSample;

/// One agent's part of a job, as the live page shows it. Immutable and JSON-ready.
///
/// @param name the agent
/// @param state the agent's connection: `connected`, `suspect` or `lost`
/// @param threads how many load threads it has, with a connection each
/// @param atWork how many of them were at work in the newest interval
/// @param lastInterval the newest interval whose record is stored; -1 if there is none yet
/// @param generator how its load generator fared in that interval
public record ShareView(
    String name,
    String state,
    @JsonUnwrapped Where where,
    int threads,
    int atWork,
    @JsonUnwrapped Clock clock,
    int lastInterval,
    GeneratorSample generator) {
  /// How far the share is.
  ///
  /// @param status where the share is, such as `forking`, `running`, `finished`, `broken`
  /// @param detail why it is broken or was rejected; empty otherwise
  public record Where(String status, String detail) {}

  /// How the agent's clock differed from the server's before the start.
  ///
  /// @param clockOffsetMillis the server's wall clock minus the agent's, as measured before the
  ///   start
  /// @param clockErrorMillis the bound of that measurement's error
  public record Clock(double clockOffsetMillis, double clockErrorMillis) {}
}
