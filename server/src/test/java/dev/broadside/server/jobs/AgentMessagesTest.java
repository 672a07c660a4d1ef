package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AgentMessagesTest {
  private static final String CLONE = "another agent named a1 is connected";

  private final AgentMessages.RefusalLog log = new AgentMessages.RefusalLog();

  @Test
  void anAgentThatTriesAgainIsToldOfOnce() {
    assertTrue(log.isNews("a1", CLONE));
    for (int i = 0; i < 10; i++) {
      assertFalse(log.isNews("a1", CLONE));
    }
  }

  @Test
  void anotherReasonAnotherAgentOrATimeInBetweenIsNews() {
    log.isNews("a1", CLONE);
    assertTrue(log.isNews("a2", CLONE));
    assertTrue(log.isNews("a1", "this server speaks version 2 of the protocol"));
    assertTrue(log.isNews("a1", CLONE));
    log.admitted("a1");
    assertTrue(log.isNews("a1", CLONE));
  }

  @Test
  void onlySoManyAgentsAreRemembered() {
    for (int i = 0; i <= AgentMessages.RefusalLog.MOST_AGENTS; i++) {
      assertTrue(log.isNews("a" + i, CLONE));
    }
    assertFalse(log.isNews("a1", CLONE));
    assertTrue(log.isNews("a0", CLONE));
  }
}
