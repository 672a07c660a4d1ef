package dev.broadside.core.job;

import dev.broadside.core.load.Bounds;
import java.util.List;

/// Which agents a job wants.
///
/// @param count how many
/// @param names if not empty, only agents of these names
public record AgentDemand(int count, List<String> names) {
  public AgentDemand {
    names = List.copyOf(names);
    if (count < 1 || count > Bounds.MAX_AGENTS) {
      throw new IllegalArgumentException(count + " agents are not from 1 to " + Bounds.MAX_AGENTS);
    }
    if (!names.isEmpty() && names.size() < count) {
      throw new IllegalArgumentException(
          "only " + names.size() + " agents are named, but " + count + " are wanted");
    }
  }

  public static AgentDemand any(int count) {
    return new AgentDemand(count, List.of());
  }
}
