package dev.broadside.server.feed;

import java.time.Instant;
import java.util.Optional;

/// What views of jobs, studies and groups have in common.
public interface WorkView {
  String id();

  String name();

  /// In a word.
  String state();

  /// Why it ended or waits, in a sentence; may be empty.
  String reason();

  Optional<Instant> endedAt();
}
