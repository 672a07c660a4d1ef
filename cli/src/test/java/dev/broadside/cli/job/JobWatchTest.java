package dev.broadside.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.remote.ScriptedServer;
import dev.broadside.cli.run.RunView;
import dev.broadside.cli.shell.CommandException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a live stream that breaks is resumed, and when it is given up.
class JobWatchTest {
  private static final String JOB = "/api/v1/jobs/j1";
  private static final String LIVE = JOB + "/live";

  private final ScriptedServer server;
  private final RunView view;

  JobWatchTest(@TempDir Path home) throws IOException {
    server = new ScriptedServer(home);
    view = new RunView(new CommandRig(home).shell(), true);
  }

  @AfterEach
  void stopTheServer() {
    server.close();
  }

  private JobWatch.End follow() throws CommandException, InterruptedException {
    return new JobWatch(server.client(), "j1", view, Duration.ZERO).follow();
  }

  private void streams(String text) {
    server.answers(LIVE, 200, "text/event-stream", text);
  }

  @Test
  void aStreamThatAlwaysEndsWithoutAnEventIsGivenUp() {
    streams("");
    CommandException given = assertThrows(CommandException.class, this::follow);
    assertEquals(5, given.exitStatus());
    assertTrue(given.getMessage().contains("breaks off"), given.getMessage());
    assertEquals(21, server.requests(LIVE).size());
  }

  @Test
  void aLogIsPrintedAndFollowedEachLineOnce(@TempDir Path home) {
    String line =
        "{\"id\": %d, \"agent\": \"a\", \"at\": \"2026-01-31T18:00:00Z\", \"line\": \"%s\"}";
    String first = line.formatted(7, "one \\u001b[2J");
    server.answers(JOB + "/log", 200, "application/json", "{\"lines\": [" + first + "]}");
    streams(
        "id: 7\nevent: log\ndata: %s\n\nid: 9\nevent: log\ndata: %s\n\nevent: end\ndata: {}\n\n"
            .formatted(first, line.formatted(9, "two")));
    CommandRig.Result result =
        server.namedIn(new CommandRig(home)).run("job", "log", "j1", "--follow");
    assertEquals(0, result.status(), result.err());
    assertEquals("2026-01-31T18:00:00Z  a: one ?[2J\n2026-01-31T18:00:00Z  a: two\n", result.out());
  }

  @Test
  void aStreamThatAlwaysBreaksIsGivenUp() {
    streams("data: " + "x".repeat(9 << 20));
    CommandException given = assertThrows(CommandException.class, this::follow);
    assertEquals(5, given.exitStatus());
    assertEquals(21, server.requests(LIVE).size());
  }

  @Test
  void eachEventGrantsAllTriesAnewAndItsIdOutlivesThoseWithoutOne()
      throws CommandException, InterruptedException {
    for (int i = 0; i < 30; i++) {
      streams((i == 0 ? "id: 7\nevent: log\ndata: {}\n\n" : "event: agents\ndata: {}\n\n"));
    }
    streams("event: end\ndata: {\"id\":\"j1\",\"state\":\"failed\"}\n\n");
    server.answers(JOB, 200, "{\"id\":\"j1\",\"state\":\"failed\"}");
    assertInstanceOf(JobWatch.End.NeverBegan.class, follow());
    assertEquals("7", server.requests(LIVE).getLast().header("Last-event-id"));
  }

  @Test
  void aReasonIsToldOnceThoughStoppingAndFailingHaveTheSame(@TempDir Path home) {
    String state = "event: state\ndata: {\"id\":\"j1\",\"state\":\"%s\",\"reason\":\"%s\"}\n\n";
    streams(
        state.formatted("pending", "no agent")
            + state.formatted("pending", "just submitted")
            + state.formatted("stopping", "no such table")
            + state.formatted("failed", "no such table")
            + "event: end\ndata: {\"id\":\"j1\",\"state\":\"failed\",\"reason\":\"no such table\"}\n\n");
    server.answers(JOB, 200, "{\"id\":\"j1\",\"state\":\"failed\",\"reason\":\"no such table\"}");

    CommandRig.Result told = server.namedIn(new CommandRig(home)).run("job", "watch", "j1");
    CommandRig.Result quiet =
        server.namedIn(new CommandRig(home)).run("job", "watch", "j1", "--quiet");

    assertEquals(
        List.of(
            "job j1 pending: no agent",
            "job j1 pending: just submitted",
            "job j1 stopping: no such table",
            "job j1 failed"),
        told.errLines());
    assertEquals(List.of("job j1 failed: no such table"), quiet.errLines());
  }

  @Test
  void aServerThatRefusesFromTheBeginningIsAskedOnce() {
    assertThrows(CommandException.class, this::follow);
    assertEquals(1, server.requests(LIVE).size());
  }
}
