package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A server keeps the verdict on each step of a search, and chooses the next rate by these. The
/// table of the results judges each run from its document, and places the knee by that.
class SameSearchTest {
  private static final StudyPlan PLAN =
      new StudyPlan(List.of(), StudyOrder.GIVEN, 1, 0, Optional.of(new KneePlan(100, 1_000, 4)));
  private static final JobSpec OPEN =
      SpecBuilder.of("noop")
          .phases(SpecBuilder.measure(Duration.ofSeconds(10), SpecBuilder.open(16, 100)))
          .build();

  @Test
  void stepsAndResultsLeadToTheSameRates() {
    for (int seed = 1; seed <= 50; seed++) {
      Random random = new Random(seed);
      double ceiling = 100 + random.nextInt(900);
      Study study = Study.submitted("knee", "", OPEN, PLAN, Instant.EPOCH);
      StudyDocument results = Studies.study("knee");
      for (Optional<StudyPoint> next = PLAN.next(List.of());
          next.isPresent();
          next = PLAN.next(StudyTable.measured(results))) {
        study = study.next();
        assertEquals(next.get(), study.points().getLast(), "seed " + seed);
        double rate = Double.parseDouble(next.get().at().get("rate"));
        double did = Math.min(rate, ceiling * (0.9 + random.nextDouble() / 5));
        results = Studies.with(results, PLAN, next.get(), did);
        study = study.with(study.names().getLast(), ended(rate, results));
      }
      assertEquals(study, study.next(), "seed " + seed);
      assertEquals(Optional.of(new Outcome.Completed()), study.end(), "seed " + seed);
    }
  }

  /// The newest step as a server keeps it.
  private static MemberState ended(double rate, StudyDocument results) {
    return new MemberState.Ended(
        1,
        new Outcome.Completed(),
        Judgement.OK,
        "",
        TrialDocument.of(rate, results.steps().getLast().run()).map(TrialDocument::verdict));
  }
}
