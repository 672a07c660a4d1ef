package dev.broadside.server.agents;

import dev.broadside.core.load.Bounds;
import java.util.List;

/// Who is at the other end of a link, as its credential proves.
///
/// @param name the agent's name
/// @param formerly the names that it had before; it may not have heard of its present one yet
/// @param address where it calls from, for people
public record AgentIdentity(String name, List<String> formerly, String address) {
  public AgentIdentity {
    Bounds.name(name, "the agent's name");
    formerly = List.copyOf(formerly);
  }

  /// Whether the agent may say this of itself.
  public boolean answersTo(String said) {
    return name.equals(said) || formerly.contains(said);
  }
}
