package dev.broadside.client.share;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends one share's log lines to the server; the agent's own remarks go into its log, too. Safe
/// for use by several threads.
final class LogOutlet {
  private static final Logger LOG = LoggerFactory.getLogger(LogOutlet.class);

  private final String runId;
  private final Time time;
  private final Consumer<Message> server;
  private final LineLimiter limiter;

  LogOutlet(String runId, Time time, Consumer<Message> server) {
    this.runId = runId;
    this.time = time;
    this.server = server;
    this.limiter = new LineLimiter(time);
  }

  /// The worker wrote a line to its error stream.
  void workerWrote(String line) {
    limiter.line(line).forEach(this::send);
  }

  /// The worker writes no more.
  void workerEnded() {
    limiter.pending().forEach(this::send);
  }

  /// The agent has something to say about the share.
  void say(String line) {
    String clean = PlainText.lines(line, LineLimiter.MAX_LINE);
    LOG.info("run {}: {}", runId, clean);
    send(clean);
  }

  private void send(String line) {
    server.accept(new Message.LogLine(runId, time.now().toEpochMilli(), line));
  }
}
