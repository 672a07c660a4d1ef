package dev.broadside.client.agent;

import dev.broadside.core.fixture.Loop;
import dev.broadside.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;

/// One thread and one clock for a whole test: tasks wait until the test lets them run, and time
/// stands still until the test moves it. Nothing here is left to chance.
public final class ManualLoop extends Loop {
  private static final Duration STEP = Duration.ofMillis(1);

  private final ManualTime time = new ManualTime(Instant.parse("2030-01-01T00:00:00Z"));

  public ManualTime time() {
    return time;
  }

  /// Moves time on, millisecond by millisecond, and runs everything that falls due.
  public void pass(Duration span) {
    run();
    for (Duration passed = Duration.ZERO; passed.compareTo(span) < 0; passed = passed.plus(STEP)) {
      time.advance(STEP);
      run();
    }
  }
}
