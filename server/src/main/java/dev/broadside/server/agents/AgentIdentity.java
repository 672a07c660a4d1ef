package dev.broadside.server.agents;

import dev.broadside.core.load.Bounds;
import java.util.List;

/// The agent at the other end of a link, as its credential proves.
///
/// @param formerly its former names; it may not know its present one yet
/// @param address the address from which it connects, for people
public record AgentIdentity(String name, List<String> formerly, String address) {
  public AgentIdentity {
    Bounds.name(name, "the agent's name");
    formerly = List.copyOf(formerly);
  }

  /// Whether the agent may use this name.
  public boolean answersTo(String said) {
    return name.equals(said) || formerly.contains(said);
  }
}
