package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.server.feed.JobLog;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class JobLogTest {
  @TempDir private Path folder;
  private final Logger log = (Logger) LoggerFactory.getLogger(JobLog.class);
  private final ListAppender<ILoggingEvent> said = new ListAppender<>();

  @BeforeEach
  void listen() {
    said.start();
    log.setLevel(Level.INFO);
    log.addAppender(said);
  }

  @AfterEach
  void listenNoMore() {
    log.detachAppender(said);
    log.setLevel(null);
  }

  private List<String> lines() {
    return said.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void theLogTellsTheLifeOfAJobInOneLineEach() {
    try (ScriptedCluster cluster = new ScriptedCluster(folder)) {
      cluster.agent("agent-1").counting(40);
      cluster.agent("agent-2").counting(40);
      cluster.submit("job", ScriptedCluster.spec(2));
      cluster.submit("job", ScriptedCluster.spec(2));
      cluster.advanceTo("job", "completed");
    }
    assertEquals(
        List.of(
            "job job of class noop was submitted by tester",
            "job job starts on agent-1, agent-2",
            "job job has ended as completed, with the audit BALANCED"),
        lines());
  }

  @Test
  void aJobThatNeverBeganHasTwoLines() {
    try (ScriptedCluster cluster = new ScriptedCluster(folder)) {
      cluster.submit("job", ScriptedCluster.spec(1));
      cluster.cancel("job");
    }
    assertEquals(
        List.of(
            "job job of class noop was submitted by tester",
            "job job has ended as cancelled: cancelled by tester"),
        lines());
  }

  @Test
  void aReasonForgesNoLineAndIsBounded() {
    Job job = Job.submitted("job", SpecBuilder.of("noop").build(), ScriptedCluster.NOON);
    Job failed =
        job.after(
            new JobEvent.Broke("no\njob other has ended " + "x".repeat(9_999), Optional.empty()),
            ScriptedCluster.NOON);
    JobLog.moved(JobRow.asked(failed, new JobCode("t", List.of(), "pack@1")));
    String line = lines().getFirst();
    assertTrue(line.startsWith("job job has ended as failed: no job other has ended xxx"), line);
    assertTrue(line.length() < 400 && line.lines().count() == 1, line);
  }
}
