package dev.broadside.core.run;

import org.junit.jupiter.api.Test;

class ShareMachineTest {
  private static final int SEEDS = 1_000;

  /// What can be lost, repeated or overtaken is; workers hang, break and die; and every share comes
  /// to its end all the same, with no worker left behind.
  @Test
  void whateverHappensAShareComesToItsEnd() {
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedShare share = new SimulatedShare(seed);
      try {
        share.run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ":\n" + String.join("\n", share.story()), e);
      }
    }
  }
}
