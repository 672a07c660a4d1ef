package dev.broadside.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.report.Json;
import dev.broadside.server.store.row.ShareStage;
import org.junit.jupiter.api.Test;

class ShareStageTest {
  /// A server of an earlier version may have stopped while a target was being prepared.
  @Test
  void theStageInWhichTheFirstSharePreparedIsStillRead() {
    assertEquals(ShareStage.FORK, Json.mapper().readValue("\"PREPARE\"", ShareStage.class));
  }
}
