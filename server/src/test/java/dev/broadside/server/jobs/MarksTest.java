package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.load.Phase;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.Mark.Kind;
import dev.broadside.core.report.form.IntervalForm;
import dev.broadside.server.results.Results;
import dev.broadside.server.store.job.RunTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens in a run of seven seconds is marked where it happened, and stays so.
final class MarksTest {
  @TempDir private Path folder;
  private ScriptedCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private List<Mark> marks(Kind kind) {
    return cluster.result("job").marks().stream().filter(mark -> mark.kind() == kind).toList();
  }

  private void agentThatIsLostAndComesBackIsMarkedBothTimes(
      Consumer<ScriptedAgent> loss, Consumer<ScriptedAgent> comesBack, String lost) {
    cluster.agent("agent-1");
    ScriptedAgent second = cluster.agent("agent-2");
    Phase minute = SpecBuilder.measure(Duration.ofMinutes(1), SpecBuilder.closed(4));
    cluster.submit("job", ScriptedCluster.wants(AgentDemand.any(2)).phases(minute).build());
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(5));
    loss.accept(second);
    cluster.advance(Duration.ofSeconds(20));
    comesBack.accept(second);
    cluster.advance(Duration.ofSeconds(2));

    List<Mark> seen = marks(Kind.AGENT);
    assertEquals(
        List.of("agent-2: lost, " + lost, "agent-2: back"), seen.stream().map(Mark::line).toList());
    assertEquals(4_000, seen.getFirst().atMillis(), 1_500);
    assertEquals(24_000, seen.getLast().atMillis(), 1_500);
  }

  @Test
  void agentWhoseConnectionEndsIsMarkedAndSoIsItsReturn() {
    agentThatIsLostAndComesBackIsMarkedBothTimes(
        ScriptedAgent::disconnect, cluster::connect, "its connection ended");
  }

  @Test
  void agentThatIsSilentIsMarkedAndSoIsItsReturn() {
    agentThatIsLostAndComesBackIsMarkedBothTimes(
        ScriptedAgent::freeze,
        second -> {
          second.thaw();
          cluster.connect(second);
        },
        "it stopped answering");
  }

  @Test
  void absenceOfTheServerIsASpan() {
    cluster.twoAtWork(Duration.ofMillis(3_000));
    cluster.kill();
    cluster.advance(Duration.ofSeconds(30));
    cluster.reboot();
    cluster.reconnectAll();
    cluster.advanceTo("job", "completed");

    Mark away = marks(Kind.SERVER).getFirst();
    assertTrue(away.atMillis() <= 3_000, away::toString);
    assertEquals(33_000, away.untilMillis().orElseThrow(), 2_000);
  }

  @Test
  void clockThatIsSetIsMarkedOnce() {
    cluster.twoAtWork(Duration.ofMillis(2_000));
    cluster.time().stepClock(Duration.ofHours(-2));
    cluster.advanceTo("job", "completed");

    assertEquals(
        List.of("the server's clock was set back by 2 h; another clock times the intervals"),
        marks(Kind.CLOCK).stream().map(Mark::line).toList());
  }

  @Test
  void notesStandInResultsAndExportsAndAreBounded() throws IOException {
    cluster.twoAtWork(Duration.ofMillis(2_000));
    cluster.advanceTo("job", "completed");
    Mark wanted = Mark.at(Kind.NOTE, 2_500, "ann", "=cmd()\n<b>\u001b[2J");
    Mark noted = cluster.parts().marks.keep("job", wanted).orElseThrow();

    assertEquals("=cmd() <b>?[2J", noted.text());
    assertEquals(List.of(noted), marks(Kind.NOTE));
    String csv = export(true);
    assertEquals(
        1, csv.lines().filter(line -> line.endsWith(",note: ann: =cmd() <b>?[2J")).count());
    assertTrue(csv.lines().findFirst().orElseThrow().endsWith(",marks"));
    List<String> lines = export(false).lines().toList();
    assertTrue(lines.get(lines.size() - 2).startsWith("{\"type\":\"mark\","), lines::toString);
    for (int i = marks(Kind.NOTE).size(); i < RunTable.MOST_MARKS; i++) {
      cluster.parts().marks.keep("job", wanted);
    }
    assertEquals(Optional.empty(), cluster.parts().marks.keep("job", wanted));
  }

  private String export(boolean csv) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertTrue(
        csv
            ? cluster.parts().results.write(IntervalForm.CSV, "job", Results.Range.ALL, out)
            : cluster.parts().results.writeLines("job", Results.Range.ALL, out));
    return out.toString(StandardCharsets.UTF_8);
  }
}
