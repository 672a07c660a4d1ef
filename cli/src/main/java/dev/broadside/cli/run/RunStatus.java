package dev.broadside.cli.run;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunJudgement;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.verdict.Judgement;

/// The exit status of a result.
public final class RunStatus {
  private RunStatus() {}

  public static int of(RunDocument run) {
    return of(RunJudgement.of(run).judgement());
  }

  /// The exit status of one iteration, which has no plan and no thresholds: whether it ended well,
  /// and its sums balance.
  static int ofOnce(RunDocument run) {
    if (run.summary().transactions() == 0) {
      return ExitStatus.FAILURE;
    }
    boolean whole = run.job().state().equals("completed") && run.audit().balanced();
    return whole ? ExitStatus.OK : ExitStatus.INVALID_RUN;
  }

  public static int of(StudyDocument study) {
    return of(StudyJudgement.of(study).judgement());
  }

  public static int of(Judgement judgement) {
    return switch (judgement) {
      case OK -> ExitStatus.OK;
      case THRESHOLD_BROKEN -> ExitStatus.THRESHOLD_BROKEN;
      case INVALID -> ExitStatus.INVALID_RUN;
      case NEVER_BEGAN -> ExitStatus.FAILURE;
    };
  }
}
