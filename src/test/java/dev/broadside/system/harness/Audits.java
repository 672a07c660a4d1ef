package dev.broadside.system.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// What the audit of a run must say whose workers were killed.
public final class Audits {
  private Audits() {}

  /// Every count is there, every check holds, and at most what dies with a worker is missing.
  public static void assertExact(JsonNode audit) {
    long ended =
        audit.get("ok").asLong() + audit.get("failed").asLong() + audit.get("uncertain").asLong();
    assertEquals(audit.get("begun").asLong(), ended, audit::toString);
    for (JsonNode check : audit.get("checks")) {
      assertTrue(check.get("holds").asBoolean(), audit::toString);
    }
    List<String> findings = audit.get("findings").valueStream().map(JsonNode::asString).toList();
    assertEquals(List.of(), unexpected(findings), audit::toString);
  }

  /// The findings but for those on what a killed worker was about to store: the latency of each
  /// thread, and the texts of its last failures.
  public static List<String> unexpected(List<String> findings) {
    return findings.stream()
        .filter(one -> !one.contains("latenc") && !one.contains("messages of"))
        .toList();
  }
}
