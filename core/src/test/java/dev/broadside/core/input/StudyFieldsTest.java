package dev.broadside.core.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.campaign.Study;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.threshold.ThresholdCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What makes several steps of a job, as it is written and as it is refused.
class StudyFieldsTest {
  private static final Optional<JobReader.Code> CODE =
      Optional.of(
          new JobReader.Code(
              "probe",
              "Probe",
              "ab".repeat(32),
              Parameters.of(
                  Parameter.whole("scale", "Scale").between(1, 100).preset(1),
                  Parameter.secret("password", "Its password")),
              new ThresholdCheck(List.of(), List.of())));

  private static JsonNode yaml(String text) {
    List<Problem> problems = new ArrayList<>();
    return JobYaml.read(text, problems).orElseThrow().root();
  }

  private static Study study(String text) {
    JobReader reader = new JobReader(yaml(text));
    Optional<JobSpec> spec = reader.spec(CODE);
    Optional<StudyPlan> plan = reader.plan(CODE);
    assertEquals(List.of(), reader.problems(), text);
    return Study.submitted("s", "", spec.orElseThrow(), plan.orElseThrow(), Instant.EPOCH);
  }

  private static List<String> places(Study study) {
    return study.points().stream().map(StudyPoint::words).toList();
  }

  @Test
  void gridHasTheFirstAxisSlowestAndEachStepItsValues() {
    Study study = study("{threads: [1, 2], along: {scale: [7, +9]}}");
    assertEquals(
        List.of(
            "1 thread, scale 7", "1 thread, scale 9", "2 threads, scale 7", "2 threads, scale 9"),
        places(study));
    assertEquals("9", study.stepSpec(3).parameters().get("scale"));
    assertEquals(2, study.stepSpec(3).threadsPerAgent());
    assertEquals("s-s4", study.stepId(3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{threads: [1, 2], along: {scale: [7, 9]}, repeats: 3, settle: 5s, order: randomised}",
        "{along: 'scale=7,9; threads=1,2', rate: 10}",
        "{along: {rate: [100, 200.5]}}",
        "{knee: 100..20000, kneePrecision: 2.5, thresholds: ['p99 < 20ms']}"
      })
  void whatIsWrittenOfAStudyAsksForTheSame(String text) {
    Study asked = study(text);
    Study again = study(JobWriter.write(asked.spec(), asked.plan()).toString());
    assertEquals(asked.plan(), again.plan());
    assertEquals(asked.spec().phases(), again.spec().phases());
    assertEquals(places(asked), places(again));
  }

  @Test
  void textAndObjectSayTheSame() {
    assertEquals(
        study("{along: {rate: [100, 200], scale: 3}}").plan(),
        study("{along: 'rate=100, 200; scale=3'}").plan());
    assertEquals(
        SpecBuilder.open(1, 200),
        study("along: rate=100,200").stepSpec(1).phases().getFirst().load());
  }

  @Test
  void roundsAreInterleavedOrEachInAnOrderThatFollowsFromTheSeed() {
    assertEquals(
        List.of("scale 1", "scale 1, repeat 2", "scale 2", "scale 2, repeat 2"),
        places(study("{along: 'scale=1,2', repeats: 2}")));
    assertEquals(
        List.of("scale 1", "scale 2", "scale 1, repeat 2", "scale 2, repeat 2"),
        places(study("{along: 'scale=1,2', repeats: 2, order: interleaved}")));
    String text = "{along: 'scale=1,2,3,4,5,6', repeats: 2, order: randomised, seed: %d}";
    List<String> random = places(study(text.formatted(4)));
    assertEquals(random, places(study(text.formatted(4))));
    assertTrue(!random.equals(places(study(text.formatted(5)))));
    assertEquals(
        6, random.stream().limit(6).filter(place -> !place.contains("repeat")).distinct().count());
  }

  @Test
  void placesHaveEqualDrawsAndWhatIsMeasuredAgainHasItsOwn() {
    List<Long> seeds =
        seeds(study("{along: 'scale=1,2', repeats: 2, order: interleaved, seed: 4}"));
    assertEquals(List.of(4L, 4L), seeds.subList(0, 2));
    assertEquals(seeds.get(2), seeds.get(3));
    assertNotEquals(4L, seeds.get(2));
  }

  @Test
  void ratesOfASearchHaveDrawsOfTheirOwnThatAreThoseOfAllSystems() {
    String text = "{along: 'scale=1,2', knee: 100..800, seed: %d}";
    List<Long> seeds = seeds(searched(study(text.formatted(4))));
    assertEquals(seeds.get(0), seeds.get(1));
    assertEquals(seeds.get(2), seeds.get(3));
    assertNotEquals(seeds.get(0), seeds.get(2));
    assertEquals(seeds, seeds(searched(study(text.formatted(4)))));
    assertNotEquals(seeds, seeds(searched(study(text.formatted(5)))));
  }

  /// With the first two rates of each of its searches, which are met.
  private static Study searched(Study study) {
    Study longer = study;
    List<StudyPlan.Measured> met = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      StudyPoint next = longer.plan().next(met).orElseThrow();
      longer = longer.and(next);
      met.add(new StudyPlan.Measured(next, Trial.Verdict.MET));
    }
    return longer;
  }

  private static List<Long> seeds(Study study) {
    return IntStream.range(0, study.points().size())
        .mapToObj(position -> study.stepSpec(position).seed())
        .toList();
  }

  @Test
  void searchesOfTwoSystemsGoOnInTurnsAndTheirLoadIsOpen() {
    Study study =
        study("{along: 'scale=1,2', knee: 100..800, kneePrecision: 2, arrivals: poisson}");
    assertEquals(Optional.of(new KneePlan(100, 800, 2)), study.plan().knee());
    assertTrue(study.spec().open());
    assertEquals(List.of(), study.points());
    StudyPoint first = study.plan().next(List.of()).orElseThrow();
    assertEquals("scale 1, rate 100", first.words());
    assertEquals(
        "scale 2, rate 100",
        study
            .plan()
            .next(List.of(new StudyPlan.Measured(first, Trial.Verdict.MET)))
            .orElseThrow()
            .words());
  }

  @Test
  void repeatsAloneMakeAStudyAndOneNumberOfThreadsMakesNone() {
    assertEquals(List.of("repeat 1", "repeat 2"), places(study("repeats: 2")));
    assertTrue(!study("threads: 4").plan().several());
    assertEquals(
        List.of(new StudyAxis("threads", List.of("1", "4"))),
        study("{threads: [1, 4], order: given}").plan().axes());
    assertEquals(StudyOrder.GIVEN, study("threads: 4").plan().order());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{along: {scale: [1, 101]}}|/along/scale|1 to 100",
        "{along: {scale: [101, 1]}}|/along/scale|1 to 100",
        "{along: {scael: [1, 2]}}|/along/scael|",
        "{along: {scale: [1, 01]}}|/along/scale|twice",
        "{along: {scale: []}}|/along/scale|no values",
        "{along: {seed: [1, 2]}}|/along/seed|does not differ",
        "{along: {password: [a, b]}}|/along/password|secret",
        "{along: scale}|/along|NAME=VALUE",
        "{threads: [1, 2, 3], along: {scale: [1, 2, 3, 4, 5, 6, 7]}, repeats: 10}|/along|3 x 7 points, 10 times each, make 210 steps",
        "{knee: 5}|/knee|100..20000",
        "{knee: 200..100}|/knee|100..20000",
        "{knee: 100..200, rate: 5}|/knee|sets the rate",
        "{knee: 100..200, along: {rate: [1, 2]}}|/knee|sets the rate",
        "{kneePrecision: 2}|/kneePrecision|without a search",
        "{repeats: 101}|/repeats|1 to 100",
        "{threads: [1, 2, 4], maxThreads: 3}|/threads|has 4 threads and would open 3"
      })
  void whatIsWrongIsToldOfItsField(String text, String where, String said) {
    JobReader reader = new JobReader(yaml(text));
    reader.spec(CODE);
    reader.plan(CODE);
    assertTrue(
        reader.problems().stream()
            .anyMatch(one ->
                one.where().equals(where) && one.sentence().contains(said == null ? "" : said)),
        reader.problems().toString());
  }

  @Test
  void anAxisOfAThousandStepsIsRefusedInOneSentence() {
    String values = String.join(",", Collections.nCopies(1_000, "1"));
    JobReader reader = new JobReader(yaml("along: {scale: [" + values + "]}"));
    reader.spec(CODE);
    assertEquals(1, reader.problems().size());
    assertTrue(
        reader.problems().getFirst().sentence().contains("1000 values make more than the 200"),
        reader.problems().toString());
  }
}
