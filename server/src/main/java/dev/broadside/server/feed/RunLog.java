package dev.broadside.server.feed;

import java.time.Instant;
import java.util.List;

/// What the workers of a run wrote, and their agents about them: its beginning and its newest
/// lines, oldest first. JSON-ready.
public record RunLog(List<Line> lines) {
  /// A line.
  ///
  /// @param id the number under which the live stream tells it
  /// @param agent whose it is; empty where it says how many lines were left out
  public record Line(long id, String agent, Instant at, String line) {}
}
