package dev.broadside.cli.run;

import dev.broadside.core.input.ThinkText;
import dev.broadside.core.job.Bounds;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Think;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options that say what makes an iteration begin: a rate, a think time, or phases in a file.
public final class ShapeOptions {
  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Iterations to start per second, over all agents. Default: as fast as they go.")
  private Optional<Double> rate = Optional.empty();

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description =
          "How starts lie around the rate: constant, evenly; or poisson, independent of one"
              + " another. Default: constant.")
  private Optional<String> arrivals = Optional.empty();

  @Option(
      names = "--think",
      paramLabel = "TIME",
      description =
          "Pause of a thread between two iterations: 10ms, 5ms..20ms, or exp:10ms for that mean."
              + " Default: none.")
  private Optional<String> think = Optional.empty();

  @Option(
      names = "--ramp-up",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description =
          "Before everything else, bring the load up for so long: threads one after the other, or"
              + " the rate in a straight line. Default: at once.")
  private Optional<Duration> rampUp = Optional.empty();

  @Option(
      names = "--phases",
      paramLabel = "FILE",
      description =
          "Phases, each with a load of its own, as YAML or JSON; instead of --ramp-up, --warmup,"
              + " --duration, --cooldown, --rate, --arrivals and --think.")
  private Optional<Path> phases = Optional.empty();

  /// The file with the phases.
  Optional<Path> file() {
    return phases;
  }

  Duration rampUp() {
    return rampUp.orElse(Duration.ZERO);
  }

  /// What is wrong with these options by themselves.
  List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (rate.isPresent() && !(rate.get() > 0 && rate.get() <= Bounds.MAX_RATE)) {
      problems.add(
          Problem.wrong(
              "--rate", rate.get() + " is out of range", "give more than 0, at most 10000000"));
    }
    if (rate.isPresent() && think.isPresent()) {
      problems.add(
          Problem.wrong("--think", "at a rate nobody pauses", "leave out --think or --rate"));
    }
    if (think.isPresent() && ThinkText.parse(think.get()).isEmpty()) {
      problems.add(
          Problem.wrong("--think", "it is no think time of up to 1h", ThinkText.FORMS));
    }
    if (arrivals.isPresent() && rate.isEmpty() && phases.isEmpty()) {
      problems.add(
          Problem.wrong(
              "--arrivals", "without a rate there are none", "give --rate, or leave it out"));
    }
    if (arrivals.filter(word -> kind(word).isEmpty()).isPresent()) {
      problems.add(
          Problem.wrong("--arrivals", "there is no such kind", "give constant or poisson"));
    }
    if (phases.isPresent() && (any(rate, arrivals, think) || rampUp.isPresent())) {
      problems.add(
          Problem.wrong(
              "--phases",
              "the file says the rate, the arrivals, the think time and the ramp-up",
              "leave out --rate, --arrivals, --think and --ramp-up"));
    }
    return problems;
  }

  private static boolean any(Optional<?>... options) {
    return List.of(options).stream().anyMatch(Optional::isPresent);
  }

  private static Optional<Arrivals> kind(String word) {
    return List.of(Arrivals.values()).stream().filter(one -> one.word().equals(word)).findFirst();
  }

  /// The load of so many threads.
  LoadModel load(int threads) {
    if (rate.isPresent()) {
      return new LoadModel.Open(
          threads,
          new Rate.Constant(rate.get()),
          arrivals.flatMap(ShapeOptions::kind).orElse(Arrivals.CONSTANT));
    }
    return new LoadModel.Closed(
        threads, think.flatMap(ThinkText::parse).orElseGet(Think.None::new));
  }

  /// Adds the same as fields of a job that is submitted.
  void addTo(Map<String, Object> fields) {
    rate.ifPresent(value -> fields.put("rate", value));
    arrivals.ifPresent(value -> fields.put("arrivals", value));
    think.ifPresent(value -> fields.put("think", value));
    rampUp.ifPresent(value -> fields.put("rampup", Spans.format(value)));
  }
}
