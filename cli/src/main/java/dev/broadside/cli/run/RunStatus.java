package dev.broadside.cli.run;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StudyDocument;
import dev.broadside.core.verdict.AuditDocument;

/// The exit status that a run's result leads to.
public final class RunStatus {
  private RunStatus() {}

  /// A generator that was the limit does not make a run invalid by itself: only a threshold could
  /// not be believed then.
  public static int of(RunDocument run) {
    boolean balanced = run.audit().verdict() == AuditDocument.Verdict.BALANCED;
    return switch (run.job().state()) {
      case "completed" -> balanced ? ExitStatus.OK : ExitStatus.INVALID_RUN;
      case "failed" ->
          run.job().startedAt().isEmpty() ? ExitStatus.FAILURE : ExitStatus.INVALID_RUN;
      default -> ExitStatus.INVALID_RUN;
    };
  }

  /// A study is as good as the worst of its steps.
  public static int of(StudyDocument study) {
    boolean completed = study.study().state().equals("completed");
    boolean valid = study.steps().stream().allMatch(step -> of(step.run()) == ExitStatus.OK);
    return completed && valid ? ExitStatus.OK : ExitStatus.INVALID_RUN;
  }
}
