package dev.broadside.cli.run;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.AuditDocument;

/// The exit status that a run's result leads to.
public final class RunStatus {
  private RunStatus() {}

  /// A generator that was the limit does not make a run invalid by itself: only a threshold cannot
  /// be believed then.
  public static int of(RunDocument run) {
    return switch (run.job().state()) {
      case "completed" -> {
        boolean balanced = run.audit().verdict() == AuditDocument.Verdict.BALANCED;
        yield judged(run, balanced ? ExitStatus.OK : ExitStatus.INVALID_RUN);
      }
      case "failed" ->
          run.job().startedAt().isEmpty() ? ExitStatus.FAILURE : ExitStatus.INVALID_RUN;
      case "cancelled" -> judged(run, ExitStatus.INVALID_RUN);
      default -> ExitStatus.INVALID_RUN;
    };
  }

  /// @param otherwise what it leads to where all thresholds hold
  private static int judged(RunDocument run, int otherwise) {
    return switch (run.thresholds().map(ThresholdVerdicts::verdict).orElse(Verdict.HOLDS)) {
      case BROKEN -> ExitStatus.THRESHOLD_BROKEN;
      case NOT_JUDGED -> ExitStatus.INVALID_RUN;
      case HOLDS -> otherwise;
    };
  }

  /// A study is as good as the worst of its steps; a threshold that broke in one comes first.
  public static int of(StudyDocument study) {
    boolean broken =
        study.steps().stream().anyMatch(step -> of(step.run()) == ExitStatus.THRESHOLD_BROKEN);
    boolean completed = study.study().state().equals("completed");
    boolean valid = study.steps().stream().allMatch(step -> of(step.run()) == ExitStatus.OK);
    return broken
        ? ExitStatus.THRESHOLD_BROKEN
        : completed && valid ? ExitStatus.OK : ExitStatus.INVALID_RUN;
  }
}
