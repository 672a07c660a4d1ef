package dev.broadside.server.schedule;

import java.util.Map;

/// What a connected agent offers to jobs.
///
/// @param labels by which jobs choose it
/// @param host what tells its host from others; equal for agents of one host
/// @param capacity how many jobs it has at once; at least 1
public record AgentOffer(Map<String, String> labels, String host, int capacity) {
  public AgentOffer {
    labels = Map.copyOf(labels);
    if (capacity < 1) {
      throw new IllegalArgumentException("an agent has at least one job at once");
    }
  }
}
