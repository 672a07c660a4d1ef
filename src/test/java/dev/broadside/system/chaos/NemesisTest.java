package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.MariaDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A ledger that is written through whatever one seed brings, by real processes.
///
/// Two minutes of it in each build; `./mvnw verify -Pchaos` goes on for half an hour.
/// `-Dchaos.seconds=N`, `-Dchaos.agents=N` and `-Dchaos.seed=S` say how long, on how many agents,
/// and which troubles.
@Order(4)
final class NemesisTest {
  private static final Duration LENGTH =
      Duration.ofSeconds(Integer.getInteger("chaos.seconds", 120));
  private static final int AGENTS = Integer.getInteger("chaos.agents", 2);
  private static final long SEED =
      Long.getLong("chaos.seed", ThreadLocalRandom.current().nextInt(1_000_000));

  @TempDir private Path folder;

  @Test
  void whateverIsKilledFrozenOrCutOffTheLedgerIsExact() {
    try (MariaDb database = MariaDb.start(folder.resolve("db"));
        Nemesis nemesis = new Nemesis(folder, AGENTS, SEED)) {
      String job = nemesis.submit(database, LENGTH);
      nemesis.rage(LENGTH);
      JsonNode result = nemesis.result(job);
      System.out.println(nemesis.story(result));

      JsonNode audit = result.get("audit");
      // Of a killed worker's threads, what each was about to store, and the texts of last failures.
      assertTrue(
          audit
              .get("findings")
              .valueStream()
              .map(JsonNode::asString)
              .allMatch(one -> one.contains("latenc") || one.contains("messages of")),
          () -> nemesis.story(result));
      assertEquals(
          audit.get("begun").asLong(),
          audit.get("ok").asLong()
              + audit.get("failed").asLong()
              + audit.get("uncertain").asLong());
      assertTrue(
          audit.get("checks").valueStream().allMatch(check -> check.get("holds").asBoolean()),
          () -> nemesis.story(result));
      assertTrue(
          audit.get("uncertain").asLong() <= nemesis.mostUncertain(), () -> nemesis.story(result));
    }
  }
}
