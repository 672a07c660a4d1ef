package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Audits;
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
      Audits.assertExact(audit);
      assertTrue(
          audit.get("uncertain").asLong() <= nemesis.mostUncertain(), () -> nemesis.story(result));
    }
  }
}
