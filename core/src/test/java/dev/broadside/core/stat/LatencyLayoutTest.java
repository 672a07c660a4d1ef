package dev.broadside.core.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyLayoutTest {
  private final Histogram hdr = new Histogram(1, LatencyLayout.MAX_MICROS, 3);

  @Test
  void everySlotIsOneOfHdrHistograms() {
    for (int slot = 0; slot < LatencyLayout.SLOTS; slot++) {
      long lowest = LatencyLayout.lowestMicros(slot);
      assertEquals(hdr.lowestEquivalentValue(lowest), lowest, "slot " + slot);
      assertEquals(hdr.highestEquivalentValue(lowest), LatencyLayout.highestMicros(slot));
      assertEquals(slot, LatencyLayout.slot(lowest));
      assertEquals(slot, LatencyLayout.slot(LatencyLayout.highestMicros(slot)));
    }
  }

  @Test
  void slotsFollowOneAnotherWithoutGapsUpToTheTop() {
    for (int slot = 1; slot < LatencyLayout.SLOTS; slot++) {
      assertEquals(LatencyLayout.highestMicros(slot - 1) + 1, LatencyLayout.lowestMicros(slot));
    }
    assertEquals(LatencyLayout.SLOTS - 1, LatencyLayout.slot(LatencyLayout.MAX_MICROS));
  }
}
