package dev.broadside.server.agents;

import dev.broadside.server.store.AgentTable;

/// What became of an attempt to rename an agent.
public sealed interface AgentRenaming {
  /// It has its new name.
  record Done() implements AgentRenaming {}

  /// There is no agent of the old name.
  record Unknown() implements AgentRenaming {}

  /// It keeps its name.
  ///
  /// @param why a sentence without a stop
  record NotNow(String why) implements AgentRenaming {}

  /// What the store's answer means.
  static AgentRenaming of(AgentTable.Renamed kept, String name) {
    return switch (kept) {
      case DONE -> new Done();
      case UNKNOWN -> new Unknown();
      case TAKEN -> new NotNow("Another agent has joined as " + name);
    };
  }
}
