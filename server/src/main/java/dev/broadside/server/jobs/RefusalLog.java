package dev.broadside.server.jobs;

import java.util.LinkedHashMap;
import java.util.Map;

/// Which refusals of agents the log has: one that is refused tries again every two seconds, for as
/// long as it takes. For one thread.
final class RefusalLog {
  /// Of more agents the first is forgotten, and its refusal told once more.
  static final int MOST_AGENTS = 1_000;

  private final Map<String, String> told = new LinkedHashMap<>();

  /// Whether a refusal is to be told: not where it is the one that was told last of this agent.
  boolean isNews(String agent, String why) {
    boolean news = !why.equals(told.remove(agent));
    if (told.size() == MOST_AGENTS) {
      told.remove(told.keySet().iterator().next());
    }
    told.put(agent, why);
    return news;
  }

  /// The agent was let in: the next refusal is news, whatever it is.
  void admitted(String agent) {
    told.remove(agent);
  }
}
