package dev.broadside.server.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.server.jobs.ScriptedAgent;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.store.row.Headline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// Three nights of one definition, the result of one of them made up.
final class HistoriesTest {
  private static final Headline MADE_UP =
      new Headline(
          1,
          Optional.of(1.0),
          "BALANCED",
          "OK",
          "",
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  @TempDir private Path folder;
  private final Logger log = (Logger) LoggerFactory.getLogger(Histories.class);
  private final ListAppender<ILoggingEvent> said = new ListAppender<>();

  @BeforeEach
  void listen() {
    said.start();
    log.addAppender(said);
  }

  @AfterEach
  void listenNoMore() {
    log.detachAppender(said);
  }

  @Test
  void runsWhoseResultsCannotBeReadAreLeftOutAndLoggedInOneLine() {
    try (ScriptedCluster cluster = new ScriptedCluster(folder)) {
      ScriptedAgent agent = cluster.agent("agent-1");
      for (int night = 1; night <= 4; night++) {
        agent.counting(40);
        cluster.submit("night-" + night, ScriptedCluster.spec(1).with("definition", "nightly"));
        cluster.advanceTo("night-" + night, "completed");
      }
      String document = "{\"summary\":{},\"rest\":\"of another version\"}";
      cluster.store().runs.finish("night-1", document, MADE_UP, 1, ScriptedCluster.NOON);
      cluster.store().runs.finish("night-2", document, MADE_UP, 1, ScriptedCluster.NOON);
      Histories histories =
          new Histories(cluster.parts().reads, cluster.parts().results, cluster.parts().marks);
      ChangeWatch watch =
          new ChangeWatch(
              cluster.parts().reads,
              cluster.parts().marks,
              histories,
              cluster.store().jobs,
              (_, _) -> {});

      RunHistory history = histories.of("nightly").orElseThrow();
      watch.tick();
      watch.tick();

      assertEquals(
          List.of("night-3", "night-4"), history.runs().stream().map(RunHistory.Run::id).toList());
      assertEquals(List.of("night-1", "night-2"), history.unreadable());
      assertEquals(List.of(), cluster.store().jobs.notInHistory(4));
      assertEquals(1, said.list.size(), said.list::toString);
      assertTrue(said.list.getFirst().getFormattedMessage().startsWith("results of 2 jobs"));
    }
  }
}
