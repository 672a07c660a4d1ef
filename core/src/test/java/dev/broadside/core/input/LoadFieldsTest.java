package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.input.JobWriter.PhaseText;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.threshold.ThresholdCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadFieldsTest {
  private static final Duration TEN = Duration.ofSeconds(10);

  private static List<Phase> good(String json) {
    List<Problem> problems = new ArrayList<>();
    List<Phase> phases = LoadFields.read(Json.mapper().readTree(json), 3, problems);
    assertEquals(List.of(), problems);
    return phases;
  }

  private static List<String> sentences(String json) {
    List<Problem> problems = new ArrayList<>();
    LoadFields.read(Json.mapper().readTree(json), 3, problems);
    return problems.stream().map(Problem::sentence).toList();
  }

  private static Rate rate(String json) {
    String phase = "[{\"phase\": \"measure\", \"duration\": \"10s\", \"rate\": " + json + "}]";
    return ((LoadModel.Open) good(phase).getFirst().load()).rate();
  }

  @Test
  void phasesHaveTheirOwnThreadsThinkTimesAndMix() {
    List<Phase> phases =
        good(
            """
            [{"phase": "ramp-up", "duration": "5s", "threads": 8},
             {"phase": "measure", "duration": 10, "think": "5ms..20ms", "mix": {"share": 50, "on": true}}]
            """);

    assertEquals(
        List.of(
            new Phase(
                PhaseKind.RAMP_UP,
                Duration.ofSeconds(5),
                new LoadModel.Closed(8, new Think.None())),
            new Phase(
                PhaseKind.MEASURE,
                TEN,
                new LoadModel.Closed(
                    3, new Think.Uniform(Duration.ofMillis(5), Duration.ofMillis(20))),
                Map.of("share", "50", "on", "true"))),
        phases);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        [{"phase": "ramp-up", "duration": "5s", "threads": 8},
         {"phase": "warm-up", "duration": "1500us", "think": "10ms"},
         {"phase": "measure", "duration": 10, "think": "5ms..20ms", "mix": {"share": 50, "on": true}},
         {"phase": "cool-down", "duration": "1d2h", "think": "exp:10ms"}]
        """,
        """
        [{"phase": "ramp-up", "duration": "10s", "rate": 100},
         {"phase": "ramp-up", "duration": "10s", "rate": 500},
         {"phase": "warm-up", "duration": "10s", "rate": {"steps": [100, 200, 300]}},
         {"phase": "measure", "duration": "10s",
          "rate": {"steps": [{"rate": 7.5, "length": "4s"}, {"rate": 0, "length": "1ms"}]}},
         {"phase": "measure", "duration": "1m", "arrivals": "poisson",
          "rate": {"sine": {"mean": 500, "amplitude": 300, "period": "20s"}}},
         {"phase": "measure", "duration": "1m",
          "rate": {"spike": {"base": 100, "peak": 900, "at": "10s", "length": "2s"}}},
         {"phase": "cool-down", "duration": "2m",
          "rate": {"trace": [["0s", 100], [0.123456789, 250], [60, 80.25]]}}]
        """
      })
  void whatIsWrittenIsReadIntoTheSamePhases(String json) {
    List<Phase> phases = good(json);

    String written = Json.mapper().writeValueAsString(phases.stream().map(PhaseText::of).toList());

    assertEquals(phases, good(written), written);
  }

  @Test
  void aRampUpRisesFromWhereThePhaseBeforeEnded() {
    List<Phase> phases =
        good(
            """
            [{"phase": "ramp-up", "duration": "10s", "rate": 100},
             {"phase": "warm-up", "duration": "10s", "rate": {"ramp": [100, 300]}},
             {"phase": "ramp-up", "duration": "10s", "rate": 500},
             {"phase": "measure", "duration": "10s", "rate": 500, "arrivals": "poisson"}]
            """);

    assertEquals(new Rate.Ramp(0, 100, TEN), rate(phases.get(0)));
    assertEquals(300, ((Rate.Ramp) rate(phases.get(2))).from(), 1e-3);
    assertEquals(Arrivals.POISSON, ((LoadModel.Open) phases.get(3).load()).arrivals());
  }

  private static Rate rate(Phase phase) {
    return ((LoadModel.Open) phase.load()).rate();
  }

  @Test
  void everyShapeCanBeWritten() {
    assertEquals(new Rate.Constant(2.5), rate("2.5"));
    assertEquals(new Rate.Ramp(10, 20, TEN), rate("{\"ramp\": [10, 20]}"));
    assertEquals(
        new Rate.Steps(
            List.of(
                new Rate.Plateau(1, Duration.ofSeconds(5)),
                new Rate.Plateau(2, Duration.ofSeconds(5)))),
        rate("{\"steps\": [1, 2]}"));
    assertEquals(
        new Rate.Steps(List.of(new Rate.Plateau(7, Duration.ofMillis(1_500)))),
        rate("{\"steps\": [{\"rate\": 7, \"length\": \"1500ms\"}]}"));
    assertEquals(
        new Rate.Sine(5, 4, Duration.ofSeconds(2)),
        rate("{\"sine\": {\"mean\": 5, \"amplitude\": 4, \"period\": \"2s\"}}"));
    assertEquals(
        new Rate.Spike(1, 9, Duration.ofSeconds(2), Duration.ofSeconds(1)),
        rate("{\"spike\": {\"base\": 1, \"peak\": 9, \"at\": \"2s\", \"length\": \"1s\"}}"));
    assertEquals(
        new Rate.Trace(
            List.of(new Rate.Point(Duration.ZERO, 1), new Rate.Point(Duration.ofMillis(2_500), 3))),
        rate("{\"trace\": [[\"0s\", 1], [2.5, 3]]}"));
  }

  @Test
  void everyProblemIsToldAtOnceWithItsPhase() {
    List<String> told =
        sentences(
            """
            [{"phase": "heat-up", "duration": "5s"},
             {"duration": "0s", "threads": 0, "think": "soon"},
             {"phase": "cool-down", "duration": "1s", "rate": {"sine": {"mean": 5}}, "speed": 9},
             {"phase": "measure", "duration": "1s", "rate": {"trace": [[5, 1], [4, 1]]}},
             7]
            """);

    for (String begin :
        List.of(
            "/phases/0/phase: heat-up is not a kind of phase",
            "/phases/1/phase: it is missing",
            "/phases/1/duration: 0s is out",
            "/phases/1/threads: \"0\" cannot",
            "/phases/1/think: \"soon\" cannot",
            "/phases/2/speed: there is no such field",
            "/phases/2/rate/sine/amplitude: it is missing",
            "/phases/2/rate/sine/period: it is missing",
            "/phases/3/rate: point 2 lies before",
            "/phases/2/rate: the first phase has none")) {
      assertTrue(told.stream().anyMatch(one -> one.startsWith(begin)), begin + " in " + told);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|is not a list",
        "[]|is not a list",
        "[{\"phase\": \"warm-up\", \"duration\": \"1s\"}]|none of them is measured",
        "[{\"phase\": \"measure\", \"duration\": \"1s\", \"rate\": 0}]|out of range",
        "[{\"phase\": \"measure\", \"duration\": \"1s\", \"rate\": {\"step\": 1}}]|not a shape",
        "[{\"phase\": \"measure\", \"duration\": \"1s\", \"rate\": 5, \"think\": \"1s\"}]|nobody"
            + " pauses",
        "[{\"phase\": \"measure\", \"duration\": \"1s\", \"arrivals\": \"poisson\"}]|without a"
            + " rate",
        "[{\"phase\": \"measure\", \"duration\": \"1s\", \"mix\": {\"a\": [1]}}]|not a single value"
      })
  void whatCannotBeIsRefused(String json, String words) {
    List<String> told = sentences(json);

    assertTrue(told.stream().anyMatch(one -> one.contains(words)), told.toString());
  }

  @Test
  void onlyParametersThatMayChangeCanBeMixedOtherwise() {
    Parameter.Whole scale = Parameter.whole("scale", "Size").preset(1);
    Parameter.Decimal share = Parameter.decimal("share", "Share").between(0, 100).preset(0.0);
    JobReader reader =
        new JobReader(
            Json.mapper()
                .readTree(
                    """
                    {"phases": [
                      {"phase": "measure", "duration": "1s", "mix": {"share": 40}},
                      {"phase": "measure", "duration": "1s", "mix": {"share": 140, "scale": 2, "other": 1}}]}
                    """));

    reader.spec(
        Optional.of(
            new JobReader.Code(
                "probe",
                "Probe",
                "0".repeat(64),
                Parameters.of(scale, share).perPhase(share),
                new ThresholdCheck(List.of(), List.of()))));

    List<String> told = reader.problems().stream().map(Problem::sentence).toList();
    assertEquals(3, told.size(), told.toString());
    assertTrue(told.stream().allMatch(one -> one.startsWith("/phases/1/mix/")), told.toString());
    assertTrue(
        told.stream().anyMatch(one -> one.contains("scale: it cannot change between phases")),
        told.toString());
  }
}
