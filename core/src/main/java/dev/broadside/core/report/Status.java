package dev.broadside.core.report;

import java.time.Instant;
import java.util.Optional;

/// How far a run or a study is.
///
/// @param state `running`, `completed`, `cancelled`, `failed` or `lost`; a study may also be
///   `paused` or `stopping`
/// @param reason why it waits, failed, was cancelled or was lost; empty otherwise
/// @param startedAt when the load began on all agents, in ISO 8601; empty if it never did. A study
///   begins with its first step
/// @param endedAt when it ended, in ISO 8601; empty while it goes on
public record Status(String state, String reason, String startedAt, String endedAt) {
  public static Status of(
      String state, String reason, Optional<Instant> startedAt, Optional<Instant> endedAt) {
    return new Status(
        state,
        reason,
        startedAt.map(Instant::toString).orElse(""),
        endedAt.map(Instant::toString).orElse(""));
  }
}
