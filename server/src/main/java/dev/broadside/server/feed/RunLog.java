package dev.broadside.server.feed;

import java.time.Instant;
import java.util.List;

/// What the workers of a run wrote, and their agents about them: its beginning and its newest
/// lines, oldest first. JSON-ready.
public record RunLog(List<Line> lines) {
  /// A line.
  ///
  /// @param id its number in the live stream
  /// @param agent the agent that it comes from; empty if the line says how many were left out
  public record Line(long id, String agent, Instant at, String line) {}
}
