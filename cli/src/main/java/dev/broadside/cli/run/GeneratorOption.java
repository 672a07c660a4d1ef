package dev.broadside.cli.run;

import dev.broadside.cli.help.Heading;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// Whether a result counts whose load generator was the limit, or had too few threads for the rate
/// that was asked for. By itself it does: beside its database, on a host of few processors, nearly
/// every generator is, and what it measured stays true as a lower bound. Thresholds cannot be
/// judged then anyway. A script that wants the target's own limit and has no thresholds says so by
/// this option.
public final class GeneratorOption {
  private static final String NAME = "--fail-if-limited";

  @Option(
      names = NAME,
      descriptionKey = Heading.RESULT,
      description = "Exit with status 4 if the load generator was the limit.")
  private boolean failIfLimited;

  /// Refuses it where nobody waits for a result, whose exit status would say nothing of it.
  public void requireWatch(boolean watch) throws CommandException {
    if (failIfLimited && !watch) {
      throw new CommandException(
          Problem.wrong(NAME, "there is no result before the end", "add --watch"));
    }
  }

  /// Whether a result that is good otherwise has to be looked at.
  public boolean asks(int status) {
    return failIfLimited && status == ExitStatus.OK;
  }

  /// The exit status that a run leads to.
  public int status(RunDocument run) {
    return status(RunStatus.of(run), Stream.of(run));
  }

  /// The exit status that a study leads to. A search repeats steps whose generator was limited, and
  /// says itself where that did not help.
  public int status(StudyDocument study) {
    boolean search = study.study().plan().flatMap(StudyPlan::knee).isPresent();
    return status(
        RunStatus.of(study),
        search ? Stream.of() : study.steps().stream().map(StudyDocument.Step::run));
  }

  private int status(int otherwise, Stream<RunDocument> runs) {
    boolean limited =
        asks(otherwise)
            && runs.anyMatch(run -> run.generator().verdict() != GeneratorVerdict.Verdict.OK);
    return limited ? ExitStatus.INVALID_RUN : otherwise;
  }
}
