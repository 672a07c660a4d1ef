package dev.broadside.server.packs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinearPatternTest {
  private static final String NO_SECRET = "(?![\\s\\S]*(?i:password|pwd)\\d?\\s*=)[^@%\\s]*";

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "[a-z]+ abc true",
        "[a-z]+ abc1 false",
        "(?!ab)[a-c]+ cab true",
        "(?!ab)[a-c]+ abc false",
        "(?!(a|b)c)[a-c]+ aa true",
        "(?!(a|b)c)[a-c]+ bca false",
        "(?!a\\)b).* a)c true",
        "(?!a\\)b).* a)bc false",
      })
  void aTextIsWhatThePatternSays(String pattern, String text, boolean matches) {
    assertEquals(matches, LinearPattern.MATCHER.matches(pattern, text));
    assertEquals(matches, text.matches(pattern), "the JDK says the same");
  }

  @Test
  void aSecretIsFoundWhereverItStands() {
    for (String url : new String[] {"jdbc:x://h/d?PassWord =x", "jdbc:x://h/d?a=b", "pwd2=", ""}) {
      assertEquals(url.matches(NO_SECRET), LinearPattern.MATCHER.matches(NO_SECRET, url), url);
    }
  }

  /// Else no server would take in the bundled job classes, and none would start.
  @Test
  void whatEveryJobClassDeclaresOfItsConnectionCanBeRead() {
    LinearPattern.check(
        Parameters.of(
            ConnectionParameters.URL,
            ConnectionParameters.READS_TO,
            ConnectionParameters.USER,
            ConnectionParameters.PASSWORD_COMMAND));
  }

  /// The JDK needs some 2^40 steps for this one. That it ends at all is the test.
  @Test
  void aPatternThatMakesTheJdkGoBackForYearsEnds() throws InterruptedException {
    Parameters hostile =
        Parameters.of(Parameter.text("name", "A name").matching("(a+)+$", "some letters"));
    LinearPattern.check(hostile);
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .start(() ->
                assertInstanceOf(
                    Parameters.Reading.Bad.class,
                    hostile
                        .matchedBy(LinearPattern.MATCHER)
                        .read(Map.of("name", "a".repeat(40) + "!"))));
    assertTrue(reader.join(Duration.ofSeconds(60)), "it still goes back and forth");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a",
        "(a)\\1",
        "a(?=b)",
        "a(?!b)c",
        "(?!a",
        "[a-z&&[^x]]",
        "((a{1000}){1000}){1000}",
        "((((((a{30}){30}){30}){30}){30}){30})",
        "(a{999999999}){2}",
      })
  void aPatternThatNeedsMoreIsRefusedWithItsParameter(String pattern) {
    Parameters parameters =
        Parameters.of(Parameter.text("name", "A name").matching(pattern, "something"));
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> LinearPattern.check(parameters));
    assertTrue(String.valueOf(refusal.getMessage()).contains("parameter name"), "" + refusal);
  }

  @Test
  void aLargePatternForLongTextsIsRefused() {
    Parameter.Text text =
        Parameter.text("name", "A name").matching("(ab?){1,900}", "x").atMost(100_000);
    Exception refusal =
        assertThrows(
            IllegalArgumentException.class, () -> LinearPattern.check(Parameters.of(text)));
    assertTrue(String.valueOf(refusal.getMessage()).contains("100000 characters"), "" + refusal);
    LinearPattern.check(Parameters.of(text.atMost(100)));
  }
}
