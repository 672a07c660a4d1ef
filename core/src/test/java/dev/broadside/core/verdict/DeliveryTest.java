package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.verdict.Delivery.Shortfall;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is said of a load of which a part was not delivered.
class DeliveryTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private static Delivery of(double share, Shortfall... shortfalls) {
    return new Delivery(share, List.of(shortfalls));
  }

  @Test
  void nineTenthsOfTheLoadAreEnoughForAResult() {
    assertTrue(Delivery.enough(0.9));
    assertFalse(Delivery.enough(0.899));
  }

  @Test
  void aShareIsNeverRoundedUp() {
    assertEquals("100 %", Delivery.percent(1));
    assertEquals("99.9 %", Delivery.percent(0.99999));
    assertEquals("50 %", Delivery.percent(0.5));
    assertEquals("0 %", Delivery.percent(0));
    assertEquals("83.3 %", of(0.8333).percent());
  }

  @Test
  void aWholeLoadIsToldWithoutNames() {
    assertTrue(of(1).whole());
    assertEquals("100 % of the planned agent time was delivered", of(1).sentence(START));
  }

  @Test
  void eachAgentThatDeliveredLessIsNamedWithWhatIsMissing() {
    Delivery delivery =
        of(
            0.5,
            new Shortfall("a", 0.5, 90_500),
            new Shortfall("b", 0, 0),
            new Shortfall("c", 0.9, -1));
    assertFalse(delivery.whole());
    assertEquals(
        "50 % of the planned agent time was delivered: a delivered nothing after"
            + " 2026-03-01T12:01:30Z, b delivered nothing, c was away for a part of it",
        delivery.sentence(START));
    assertEquals("only 50 % of the planned agent time was delivered", delivery.shortfall());
  }
}
