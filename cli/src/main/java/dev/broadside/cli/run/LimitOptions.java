package dev.broadside.cli.run;

import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepLimits;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say how long what comes before and after the load may go on without coming any
/// further; their names and what they are without are those of [Step].
final class LimitOptions {
  @Option(
      names = "--trial-timeout",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "How long the trial of the target may take. Default: 1m.")
  private Optional<Duration> trial = Optional.empty();

  @Option(
      names = "--prepare-timeout",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "How long the preparation may come no further. Default: 10m.")
  private Optional<Duration> prepare = Optional.empty();

  @Option(
      names = "--open-timeout",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "How long the opening of connections may come no further. Default: 1m.")
  private Optional<Duration> open = Optional.empty();

  @Option(
      names = "--verify-timeout",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "How long the verification may come no further. Default: 30m.")
  private Optional<Duration> verify = Optional.empty();

  @Option(
      names = "--clean-up-timeout",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "How long the clean-up may come no further. Default: 30m.")
  private Optional<Duration> cleanUp = Optional.empty();

  private Map<Step, Duration> given() {
    Map<Step, Duration> given = new EnumMap<>(Step.class);
    trial.ifPresent(limit -> given.put(Step.TRIAL, limit));
    prepare.ifPresent(limit -> given.put(Step.PREPARE, limit));
    open.ifPresent(limit -> given.put(Step.OPEN, limit));
    verify.ifPresent(limit -> given.put(Step.VERIFY, limit));
    cleanUp.ifPresent(limit -> given.put(Step.CLEAN_UP, limit));
    return given;
  }

  List<Problem> problems() {
    return given().entrySet().stream()
        .filter(one ->
            one.getValue().compareTo(Step.SHORTEST) < 0
                || one.getValue().compareTo(Step.LONGEST) > 0)
        .map(one ->
            Problem.wrong(
                "--" + one.getKey().option(),
                "it is out of range",
                "give " + Spans.format(Step.SHORTEST) + " to " + Spans.format(Step.LONGEST)))
        .toList();
  }

  StepLimits limits() {
    return new StepLimits(given());
  }

  /// The same as fields of a job or of a study that is submitted.
  void addTo(Map<String, Object> fields) {
    Map<String, String> timeouts = new LinkedHashMap<>();
    given().forEach((step, limit) -> timeouts.put(step.field(), Spans.format(limit)));
    if (!timeouts.isEmpty()) {
      fields.put("timeouts", timeouts);
    }
  }
}
