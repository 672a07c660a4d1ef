package dev.broadside.cli.run;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.input.PhaseFields;
import dev.broadside.core.input.RunShape;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.StepLimits;
import dev.broadside.core.job.ThreadKind;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that say how much load there is and for how long; the same for a local run and for a
/// submitted job.
public final class LoadOptions {
  private static final Duration DURATION = Duration.ofMinutes(1);

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      converter = ThreadList.Converter.class,
      description =
          "Load threads of each agent; 1,2,4,8 makes a ladder. Default: ${DEFAULT-VALUE}.")
  private ThreadList threads = new ThreadList(List.of(1));

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = SpanConverter.class,
      description = "Load before the measurement, such as 10s. Default: none.")
  private Duration warmup = Duration.ZERO;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "Measured load. Default: 1m.")
  private Optional<Duration> duration = Optional.empty();

  @Option(
      names = "--cooldown",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = SpanConverter.class,
      description = "Load after the measurement. Default: none.")
  private Duration cooldown = Duration.ZERO;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = SpanConverter.class,
      description = "Length of a collection interval. Default: ${DEFAULT-VALUE}.")
  private Duration interval = Duration.ofSeconds(1);

  @Mixin private ShapeOptions shape = new ShapeOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Equal seeds make equal data and equal draws. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--thread-kind",
      paramLabel = "KIND",
      defaultValue = "platform",
      description = ThreadKind.WORDS + ". Default: ${DEFAULT-VALUE}.")
  private String threadKind = "platform";

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = SpanConverter.class,
      description =
          "How long threads may finish what they do when the run is stopped. Default: ${DEFAULT-VALUE}.")
  private Duration grace = Duration.ofSeconds(10);

  @Mixin private LimitOptions limits = new LimitOptions();

  /// What the file with the phases holds, once it is checked.
  private Optional<PhasesFile> file = Optional.empty();

  /// Everything that is wrong with these options by themselves.
  public void check() throws CommandException {
    List<Problem> problems = new ArrayList<>();
    threads.problem().ifPresent(problems::add);
    if (duration().isZero()) {
      problems.add(Problem.wrong("--duration", "nothing would be measured", "give more than 0s"));
    }
    if (interval.compareTo(Duration.ofMillis(10)) < 0
        || interval.compareTo(Duration.ofHours(1)) > 0) {
      problems.add(Problem.wrong("--interval", "it is out of range", "give 10ms to 1h"));
    }
    problems.addAll(shape.problems());
    if (ThreadKind.of(threadKind).isEmpty()) {
      problems.add(
          Problem.wrong("--thread-kind", "there is no such kind", "give " + ThreadKind.WORDS));
    }
    problems.addAll(limits.problems());
    if (shape.file().isPresent() && saysTimes()) {
      problems.add(
          Problem.wrong(
              "--phases",
              "the file says how long each phase is",
              "leave out --warmup, --duration and --cooldown"));
    }
    if (!problems.isEmpty()) {
      throw new CommandException(problems);
    }
    if (shape.file().isPresent()) {
      PhasesFile read = PhasesFile.read(shape.file().get());
      read.phases(threads.first());
      file = Optional.of(read);
    }
  }

  /// One number of threads, or the steps of a ladder.
  public ThreadList threads() {
    return threads;
  }

  private boolean saysTimes() {
    return duration.isPresent() || !warmup.isZero() || !cooldown.isZero();
  }

  /// The phases of a job with so many threads, or of a ladder's first step; or those of the file.
  ///
  /// @throws CommandException where the file is wrong
  public List<Phase> phases() throws CommandException {
    return file.isPresent()
        ? file.get().phases(threads.first())
        : new RunShape(shape.rampUp(), warmup, duration(), cooldown)
            .phases(shape.load(threads.first()));
  }

  /// What is wrong with the parameter values that phases change.
  List<Problem> mixProblems(Parameters declared, ParameterValues values) throws CommandException {
    String place = file.map(PhasesFile::place).orElse("");
    return PhaseFields.mixProblems(declared, values, phases(), place);
  }

  private Duration duration() {
    return duration.orElse(DURATION);
  }

  public Duration interval() {
    return interval;
  }

  public ThreadKind threadKind() {
    return ThreadKind.of(threadKind).orElseThrow();
  }

  public long seed() {
    return seed;
  }

  public Duration grace() {
    return grace;
  }

  StepLimits limits() {
    return limits.limits();
  }

  /// The same as fields of a job or of a study that is submitted; a ladder as a list of threads.
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("threads", threads.several() ? threads.counts() : threads.first());
    if (file.isPresent()) {
      fields.put("phases", file.get().list());
    } else {
      shape.addTo(fields);
      fields.put("warmup", Spans.format(warmup));
      fields.put("duration", Spans.format(duration()));
      fields.put("cooldown", Spans.format(cooldown));
    }
    fields.put("interval", Spans.format(interval));
    fields.put("threadKind", threadKind);
    fields.put("seed", seed);
    fields.put("grace", Spans.format(grace));
    limits.addTo(fields);
    return fields;
  }
}
