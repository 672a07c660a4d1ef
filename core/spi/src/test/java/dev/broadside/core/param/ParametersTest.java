package dev.broadside.core.param;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ParametersTest {
  private static final Parameter<String> TITLE = Parameter.text("title", "A title").atMost(10);
  private static final Parameter<Long> SCALE =
      Parameter.whole("scale", "Scale factor").between(1, 100).preset(1);
  private static final Parameter<Double> SHARE =
      Parameter.decimal("share", "A share").between(0, 1).preset(0.5);
  private static final Parameter<Boolean> COMMIT = Parameter.flag("commit", "Commit?").preset(true);
  private static final Parameter<String> MIX =
      Parameter.choice("mix", "Mix")
          .option("transaction", "six statements")
          .option("statement", "one statement")
          .preset("transaction");
  private static final Parameter<Duration> PAUSE =
      Parameter.span("pause", "Pause")
          .between(Duration.ofMillis(1), Duration.ofHours(1))
          .preset(Duration.ofSeconds(1));
  private static final Parameter<Secret> PASSWORD = Parameter.secret("password", "Password");
  private static final Parameters ALL =
      Parameters.of(TITLE, SCALE, SHARE, COMMIT, MIX, PAUSE, PASSWORD);

  @Test
  void defaultsFillWhatIsNotGiven() {
    ParameterValues values = good(Map.of("title", "x"));

    assertEquals("x", values.get(TITLE));
    assertEquals(1L, values.get(SCALE));
    assertEquals(0.5, values.get(SHARE));
    assertTrue(values.get(COMMIT));
    assertEquals("transaction", values.get(MIX));
    assertEquals(Duration.ofSeconds(1), values.get(PAUSE));
  }

  @Test
  void valuesSurviveTheWayThroughTheirTexts() {
    ParameterValues values =
        good(
            Map.of(
                "title",
                "x",
                "scale",
                "7",
                "share",
                "0.125",
                "commit",
                "off",
                "mix",
                "statement",
                "pause",
                "1m30s",
                "password",
                "s3cret"));

    ParameterValues again = good(values.texts());

    assertEquals(values.texts(), again.texts());
    assertEquals(Duration.ofSeconds(90), again.get(PAUSE));
    assertEquals("s3cret", again.get(PASSWORD).reveal());
  }

  @Test
  void secretsAreShownNowhere() {
    ParameterValues values = good(Map.of("title", "x", "password", "s3cret"));

    assertEquals(Secret.REDACTED, values.shown().get("password"));
    assertEquals("", good(Map.of("title", "x")).shown().get("password"), "none was given");
    assertFalse(values.toString().contains("s3cret"));
    assertFalse(values.get(PASSWORD).toString().contains("s3cret"));
  }

  static final List<Arguments> BAD =
      List.of(
          Arguments.of("scale", "0", "parameter scale: 0 is out of range"),
          Arguments.of("scale", "many", "parameter scale: \"many\" is not a whole number"),
          Arguments.of("share", "1.5", "parameter share: 1.5 is out of range"),
          Arguments.of("share", "NaN", "parameter share: NaN is out of range"),
          Arguments.of("commit", "maybe", "parameter commit: \"maybe\" is neither on nor off"),
          Arguments.of("mix", "other", "parameter mix: \"other\" is not among the choices"),
          Arguments.of("pause", "soon", "parameter pause: \"soon\" is not a length of time"),
          Arguments.of("pause", "2h", "parameter pause: 2h is out of range"),
          Arguments.of("title", "12345678901", "parameter title: 11 characters are too many"),
          Arguments.of("title", "a\u001b[31m", "parameter title: the text holds control"),
          Arguments.of("tilte", "x", "parameter \"tilte\": this job class has none of that name"));

  @ParameterizedTest
  @FieldSource("BAD")
  void aBadTextNamesThePlaceAndTheCause(String name, String text, String begins) {
    Map<String, String> texts =
        name.equals("title") ? Map.of(name, text) : Map.of("title", "x", name, text);

    List<Problem> problems = bad(texts);

    assertEquals(1, problems.size());
    assertTrue(problems.getFirst().sentence().startsWith(begins), problems.getFirst().sentence());
    assertFalse(problems.getFirst().mend().isBlank());
  }

  @Test
  void allProblemsAreToldAtOnce() {
    assertEquals(3, bad(Map.of("scale", "0", "share", "2")).size());
  }

  @Test
  void aParameterOfAnotherJobClassIsAMistakeInItsCode() {
    ParameterValues values = good(Map.of("title", "x"));

    assertThrows(
        IllegalArgumentException.class, () -> values.get(Parameter.whole("other", "Other")));
  }

  @Test
  void namesAreUniqueAndWellFormed() {
    assertThrows(IllegalArgumentException.class, () -> Parameters.of(TITLE, TITLE));
    assertThrows(IllegalArgumentException.class, () -> Parameter.flag("Not Good", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "0s, 0",
    "250ms, 250",
    "30s, 30000",
    "30, 30000",
    "5m, 300000",
    "1h30m, 5400000",
    "1d, 86400000"
  })
  void spansAreReadAndWritten(String text, long millis) {
    Duration span = Spans.parse(text).orElseThrow();

    assertEquals(Duration.ofMillis(millis), span);
    assertEquals(span, Spans.parse(Spans.format(span)).orElseThrow());
  }

  /// What is no length of time, or may be something else, stays as it is.
  @ParameterizedTest
  @CsvSource({
    "2ms600us, 2.6 ms",
    "40us, 40 µs",
    "250ms, 250 ms",
    "0s, 0 s",
    "1s1us, 1.000001 s",
    "30s, 30 s",
    "1h30m, 1 h 30 min",
    "1m1s500ms, 1 min 1.5 s",
    "999999999999d, 999999999999 d",
    "5m, 5m",
    "90s, 90s",
    "ok, ok"
  })
  void spansAreShownToPeopleExactly(String text, String shown) {
    assertEquals(shown, Spans.shown(text));
  }

  @ParameterizedTest
  @CsvSource({"''", "-1s", "1 s", "s", "1w", "1.5s", "9999999999999s"})
  void whatIsNoSpanIsRefused(String text) {
    assertTrue(Spans.parse(text).isEmpty());
  }

  private static ParameterValues good(Map<String, String> texts) {
    return assertInstanceOf(Parameters.Reading.Good.class, ALL.read(texts)).values();
  }

  private static List<Problem> bad(Map<String, String> texts) {
    return assertInstanceOf(Parameters.Reading.Bad.class, ALL.read(texts)).problems();
  }
}
