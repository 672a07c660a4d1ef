package dev.broadside.server.agents;

import dev.broadside.core.load.Bounds;

/// Who is at the other end of a link, as its credential proves.
///
/// @param name the agent's stable name; what it says of itself must agree with this
/// @param address where it calls from, for people
public record AgentIdentity(String name, String address) {
  public AgentIdentity {
    Bounds.name(name, "the agent's name");
  }
}
