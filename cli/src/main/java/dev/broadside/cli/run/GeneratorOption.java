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

/// Whether a run fails if its load generator was the limit, or had too few threads for the rate. By
/// default it does not: on a small host, with its database beside it, nearly every generator is the
/// limit, and the result still holds as a lower bound. Thresholds are not judged then anyway. This
/// option is for scripts that want the target's own limit and have no thresholds.
public final class GeneratorOption {
  private static final String NAME = "--fail-if-limited";

  @Option(
      names = NAME,
      descriptionKey = Heading.RESULT,
      description = "Exit with status 4 if the load generator was the limit.")
  private boolean failIfLimited;

  /// Refuses the option if the command does not wait for a result.
  public void requireWatch(boolean watch) throws CommandException {
    if (failIfLimited && !watch) {
      throw new CommandException(
          Problem.wrong(NAME, "there is no result before the end", "add --watch"));
    }
  }

  /// Whether the result has to be read, since everything else about it is good.
  public boolean asks(int status) {
    return failIfLimited && status == ExitStatus.OK;
  }

  /// The exit status of a run.
  public int status(RunDocument run) {
    return status(RunStatus.of(run), Stream.of(run));
  }

  /// The exit status of a study. A search repeats steps whose generator was the limit, and says
  /// itself if that did not help.
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
