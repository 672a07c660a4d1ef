package dev.broadside.cli.run;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.job.Think;
import dev.broadside.core.job.ThreadKind;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say how much load there is and for how long; the same for a local run and for a
/// submitted job.
public final class LoadOptions {
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
      defaultValue = "1m",
      converter = SpanConverter.class,
      description = "Measured load. Default: ${DEFAULT-VALUE}.")
  private Duration duration = Duration.ofMinutes(1);

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

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Iterations to start per second, over all agents. Default: as fast as they go.")
  private Optional<Double> rate = Optional.empty();

  @Option(
      names = "--think",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "Pause of a thread between two iterations. Default: none.")
  private Optional<Duration> think = Optional.empty();

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
      description = "platform or virtual. Default: ${DEFAULT-VALUE}.")
  private String threadKind = "platform";

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = SpanConverter.class,
      description =
          "How long threads may finish what they do when the run is stopped. Default: ${DEFAULT-VALUE}.")
  private Duration grace = Duration.ofSeconds(10);

  /// Everything that is wrong with these options by themselves.
  public void check() throws CommandException {
    List<Problem> problems = new ArrayList<>();
    threads.problem().ifPresent(problems::add);
    if (duration.isZero()) {
      problems.add(Problem.wrong("--duration", "nothing would be measured", "give more than 0s"));
    }
    if (interval.compareTo(Duration.ofMillis(10)) < 0
        || interval.compareTo(Duration.ofHours(1)) > 0) {
      problems.add(Problem.wrong("--interval", "it is out of range", "give 10ms to 1h"));
    }
    if (rate.isPresent() && !(rate.get() > 0 && rate.get() <= Bounds.MAX_RATE)) {
      problems.add(
          Problem.wrong(
              "--rate", rate.get() + " is out of range", "give more than 0, at most 10000000"));
    }
    if (rate.isPresent() && think.isPresent()) {
      problems.add(
          Problem.wrong(
              "--think", "at a constant rate there are no pauses", "leave out --think or --rate"));
    }
    if (!threadKind.equals("platform") && !threadKind.equals("virtual")) {
      problems.add(
          Problem.wrong("--thread-kind", "there is no such kind", "give platform or virtual"));
    }
    if (!problems.isEmpty()) {
      throw new CommandException(problems);
    }
  }

  /// One number of threads, or the steps of a ladder.
  public ThreadList threads() {
    return threads;
  }

  /// The load of a job with one number of threads, or of a ladder's first step.
  public LoadModel load() {
    if (rate.isPresent()) {
      return new LoadModel.ConstantRate(threads.first(), rate.get());
    }
    return new LoadModel.Closed(
        threads.first(),
        think
            .filter(time -> !time.isZero())
            .<Think>map(Think.Fixed::new)
            .orElseGet(Think.None::new));
  }

  public List<Phase> phases() {
    List<Phase> phases = new ArrayList<>();
    addPhase(phases, PhaseKind.WARM_UP, warmup);
    addPhase(phases, PhaseKind.MEASURE, duration);
    addPhase(phases, PhaseKind.COOL_DOWN, cooldown);
    return phases;
  }

  private static void addPhase(List<Phase> phases, PhaseKind kind, Duration time) {
    if (!time.isZero()) {
      phases.add(new Phase(kind, time));
    }
  }

  public Duration interval() {
    return interval;
  }

  public ThreadKind threadKind() {
    return ThreadKind.valueOf(threadKind.toUpperCase(Locale.ROOT));
  }

  public long seed() {
    return seed;
  }

  public Duration grace() {
    return grace;
  }

  /// The same as fields of a job or of a study that is submitted; a ladder as a list of threads.
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("threads", threads.several() ? threads.counts() : threads.first());
    rate.ifPresent(value -> fields.put("rate", value));
    think.ifPresent(value -> fields.put("think", Spans.format(value)));
    fields.put("warmup", Spans.format(warmup));
    fields.put("duration", Spans.format(duration));
    fields.put("cooldown", Spans.format(cooldown));
    fields.put("interval", Spans.format(interval));
    fields.put("threadKind", threadKind);
    fields.put("seed", seed);
    fields.put("grace", Spans.format(grace));
    return fields;
  }
}
