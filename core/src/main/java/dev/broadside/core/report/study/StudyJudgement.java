package dev.broadside.core.report.study;

import dev.broadside.core.report.RunJudgement;
import dev.broadside.core.scaling.Knee;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.verdict.Judgement;
import java.util.Comparator;
import java.util.List;

/// Whether the result of a study is valid, once it is over.
///
/// @param reason why it is not valid, in a few words without a full stop; empty if it is
public record StudyJudgement(Judgement judgement, String reason) {
  private static final String COMPLETED = "completed";

  /// A study is judged like its worst step, and a broken threshold comes first. A search breaks
  /// thresholds on purpose, so it is judged by its answer.
  public static StudyJudgement of(StudyDocument study) {
    boolean completed = study.study().state().equals(COMPLETED);
    if (completed && study.study().plan().flatMap(StudyPlan::knee).isPresent()) {
      return ofSearch(StudyTable.of(study).knees());
    }
    for (Judgement bad : List.of(Judgement.THRESHOLD_BROKEN, Judgement.INVALID)) {
      for (StudyDocument.Step step : study.steps()) {
        RunJudgement run = RunJudgement.of(step.run());
        boolean invalid = run.judgement() == Judgement.NEVER_BEGAN && bad == Judgement.INVALID;
        if (run.judgement() == bad || invalid) {
          return new StudyJudgement(bad, "at " + step.knownPoint().words() + ": " + run.reason());
        }
      }
    }
    return completed
        ? new StudyJudgement(Judgement.OK, "")
        : new StudyJudgement(Judgement.INVALID, unfinished(study.study()));
  }

  /// A reason may begin with the state itself: `cancelled by ada`.
  private static String unfinished(StudyDocument.Head study) {
    if (study.reason().isEmpty()) {
      return study.state();
    }
    return study.reason().startsWith(study.state())
        ? study.reason()
        : study.state() + ": " + study.reason();
  }

  private static StudyJudgement ofSearch(List<KneeDocument> knees) {
    return knees.stream()
        .map(knee -> new StudyJudgement(of(knee.knee().verdict()), knee.sentence()))
        .filter(one -> one.judgement != Judgement.OK)
        .min(Comparator.comparing(StudyJudgement::judgement))
        .orElseGet(() ->
            knees.isEmpty()
                ? new StudyJudgement(Judgement.INVALID, "it has no knee")
                : new StudyJudgement(Judgement.OK, ""));
  }

  private static Judgement of(Knee.Verdict knee) {
    return switch (knee) {
      case FOUND, ABOVE -> Judgement.OK;
      case BELOW -> Judgement.THRESHOLD_BROKEN;
      case SEARCHING, UNCERTAIN, GENERATOR -> Judgement.INVALID;
    };
  }
}
