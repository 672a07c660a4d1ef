package dev.broadside.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.Think;
import dev.broadside.core.param.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class JobSpecTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void secretsAreNeverShown() {
    JobSpec spec = Specs.full();

    assertFalse(spec.toString().contains("hush"));
    assertEquals(Secret.REDACTED, spec.shownParameters().get("password"));
    JobSpec without = spec.withSecrets(Map.of("password", new Secret("")));
    assertEquals("", without.shownParameters().get("password"), "none was given");
    assertEquals("hush", spec.texts().get("password"));
    assertEquals(Map.of(), spec.withSecrets(Map.of()).secrets());
  }

  @Test
  void whoeverDebugsOneThreadOpensOne() {
    JobSpec spec = Specs.full().with(OpenedThreads.DECLARED.name(), "20");

    assertEquals(20, spec.openedPerAgent());
    assertEquals(1, spec.once().openedPerAgent());
  }

  @Test
  void totalsAndWordsAreThoseOfTheWholeJob() {
    assertEquals(32, Specs.full().totalThreads());
    assertEquals("closed, 16 threads per agent, think time 5ms to 15ms", Specs.full().loadWords());
    assertEquals(
        "open, 1234.5 per second over all agents, 8 threads per agent",
        SpecBuilder.open(8, 1234.5).words());
  }

  @Test
  void specOutOfBoundsSaysWhy() {
    SpecBuilder noop = SpecBuilder.of("noop");
    Phase unmeasured = Specs.phase(PhaseKind.WARM_UP, SECOND);
    refused("SHA-256", () -> SpecBuilder.of("noop").pack("x").build());
    refused("measured phase", () -> SpecBuilder.of("noop").phases(unmeasured).build());
    refused("5ms to 1h", () -> noop.interval(Duration.ofMillis(4)).build());
    refused("5ms to 1h", () -> noop.interval(Duration.ofMinutes(61)).build());
    refused("grace", () -> noop.interval(SECOND).grace(Duration.ofHours(2)).build());
    refused("longer than 0 s", () -> Specs.phase(PhaseKind.MEASURE, Duration.ZERO));
    refused("agents", () -> AgentDemand.any(0));
    refused("agents", () -> AgentDemand.any(Bounds.MAX_AGENTS + 1));
    refused("named", () -> new AgentDemand(2, List.of("one")));
    refused("threads", () -> new LoadModel.Closed(0, new Think.None()));
    refused("threads", () -> new LoadModel.Closed(Bounds.MAX_THREADS + 1, new Think.None()));
    refused("rate", () -> SpecBuilder.open(1, -1));
    refused("rate", () -> SpecBuilder.open(1, Double.NaN));
    refused("rate", () -> SpecBuilder.open(1, 2e7));
  }

  @Test
  void namesAndTextsAreBounded() {
    refused("not 1 to 100", () -> Bounds.name("", "a name"));
    refused("not 1 to 100", () -> Bounds.name("a/b", "a name"));
    refused("not 1 to 100", () -> Bounds.name("x".repeat(101), "a name"));
    refused("control", () -> Bounds.text("a\u0007b", 10, "a text"));
    refused("more than", () -> Bounds.text("abc", 2, "a text"));
    assertEquals("agent 1.b_c-d", Bounds.name("agent 1.b_c-d", "a name"));
  }

  private static void refused(String why, Executable making) {
    String message = assertThrows(IllegalArgumentException.class, making).getMessage();
    assertTrue(message.contains(why), message);
  }
}
