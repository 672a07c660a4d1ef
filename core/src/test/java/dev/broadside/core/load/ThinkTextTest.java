package dev.broadside.core.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThinkTextTest {
  private static final Duration TEN = Duration.ofMillis(10);

  @Test
  void everyFormIsRead() {
    assertEquals(Optional.of(new Think.None()), ThinkText.parse("none"));
    assertEquals(Optional.of(new Think.None()), ThinkText.parse("0s"));
    assertEquals(Optional.of(new Think.Fixed(TEN)), ThinkText.parse("10ms"));
    assertEquals(
        Optional.of(new Think.Uniform(TEN, Duration.ofSeconds(1))), ThinkText.parse("10ms..1s"));
    assertEquals(Optional.of(new Think.Exponential(TEN)), ThinkText.parse("exp:10ms"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "20ms..10ms", "exp:", "..", "2h", "exp:2h", "9999999999d"})
  void whatIsNoneIsRefused(String text) {
    assertEquals(Optional.empty(), ThinkText.parse(text));
  }
}
