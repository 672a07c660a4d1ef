package dev.broadside.server.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.server.jobs.ScriptedAgent;
import dev.broadside.server.jobs.ScriptedCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nights of one definition, half as fast from the ninth on.
final class ChangeWatchTest {
  @TempDir private Path folder;
  private final List<String> told = new ArrayList<>();

  @Test
  void aChangeIsToldOnceAlsoByAServerThatDidNotSeeTheEnd() {
    try (ScriptedCluster cluster = new ScriptedCluster(folder)) {
      ScriptedAgent agent = cluster.agent("agent-1");
      for (int night = 1; night <= 16; night++) {
        agent.counting(night < 9 ? 40 : 20);
        String id = "night-" + night;
        cluster.submit(id, ScriptedCluster.spec(1).with("definition", "nightly"));
        cluster.advanceTo(id, "completed");
        if (night == 8) {
          watch(cluster).tick();
        }
      }
      assertEquals(List.of(), told);
      cluster.kill();
      cluster.reboot();

      watch(cluster).tick();
      watch(cluster).tick();

      assertEquals(
          1, told.stream().filter(line -> line.contains("throughput")).count(), told::toString);
      String first = told.getFirst().split(" ", 2)[0];
      assertTrue(
          cluster.result(first).marks().stream()
              .anyMatch(
                  mark -> mark.who().equals("history") && mark.text().contains("since night-9")),
          () -> told + " " + cluster.result(first).marks());
    }
  }

  private ChangeWatch watch(ScriptedCluster cluster) {
    return new ChangeWatch(
        cluster.parts().reads,
        cluster.parts().marks,
        new Histories(cluster.parts().reads, cluster.parts().results, cluster.parts().marks),
        cluster.store().jobs,
        (run, change) -> told.add(run.id() + " " + change.sentence()));
  }
}
