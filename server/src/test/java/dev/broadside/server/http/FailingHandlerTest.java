package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A request whose handler fails by an [Error], as where a stack overflows, is answered, too.
class FailingHandlerTest {
  @TempDir private Path directory;

  /// Breaks where a job's id is made from the hour, on a request's own thread.
  private static final class BrokenClock implements Time {
    private final Time time = new SystemTime();

    @Override
    public long nanos() {
      return time.nanos();
    }

    @Override
    public Instant now() {
      if (Thread.currentThread().getName().startsWith("http-")) {
        throw new StackOverflowError("as thrown");
      }
      return time.now();
    }

    @Override
    public void sleepUntil(long nanos) throws InterruptedException {
      time.sleepUntil(nanos);
    }

    @Override
    public Timer runAt(long nanos, Runnable task) {
      return time.runAt(nanos, task);
    }
  }

  @Test
  void anErrorIsAnswered() throws Exception {
    try (TestServer server = TestServer.start(directory, new BrokenClock())) {
      HttpResponse<String> response =
          server.post("/api/v1/jobs", "{\"jobClass\": \"probe\", \"duration\": \"1s\"}");
      assertEquals(500, response.statusCode(), response::body);
      assertTrue(response.body().contains("The server failed; see failure"), response::body);
    }
  }
}
