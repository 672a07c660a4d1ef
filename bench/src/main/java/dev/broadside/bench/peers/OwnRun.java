package dev.broadside.bench.peers;

import dev.broadside.bench.Tool;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/// What a run document says that measurements need.
public record OwnRun(JsonNode document, Tool.Ended command) {

  public OwnRun(Tool.Run run) {
    this(run.document(), run.command());
  }

  public double transactionsPerSecond() {
    return document.at("/summary/measures/throughput").asDouble();
  }

  public long measured() {
    return document.at("/summary/transactions").asLong();
  }

  /// The worker's CPU time for one measured transaction, in microseconds: without starting and
  /// warming up.
  public double cpuMicros() {
    return 1e6 * workerCpuSeconds() / measured();
  }

  private double workerCpuSeconds() {
    double seconds = 0;
    for (JsonNode interval : document.get("intervals")) {
      if (interval.get("measured").asBoolean()) {
        double share = interval.at("/generator/processCpu").asDouble();
        seconds += share * interval.get("lengthMillis").asDouble() / 1e3;
      }
    }
    return seconds * document.at("/agents/0/environment/cores").asInt();
  }

  /// When the measured phase began; the first one where there are several.
  public Instant measuredFrom() {
    return startedAt().plus(millis(measuredPhase().get("startMillis")));
  }

  /// When it ended.
  public Instant measuredTo() {
    return measuredFrom().plus(millis(measuredPhase().get("durationMillis")));
  }

  private Instant startedAt() {
    return Instant.parse(document.at("/job/startedAt").asString());
  }

  private JsonNode measuredPhase() {
    for (JsonNode phase : document.get("phases")) {
      if (phase.get("kind").asString().equals("measure")) {
        return phase;
      }
    }
    throw new IllegalStateException("every run has a measured phase");
  }

  private static Duration millis(JsonNode millis) {
    return Duration.ofNanos((long) (1e6 * millis.asDouble()));
  }
}
