package dev.broadside.cli.job;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.param.Problem;
import dev.broadside.server.feed.JobView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.JsonNode;

/// `broadside job control`.
@Command(
    name = "control",
    description = {
      "Change the load of a job that runs: at once, on all its agents together.",
      "What is set holds for the rest of the run; everything else stays as it is. Each change is a"
          + " mark on the job's charts and in its exports."
    })
public final class JobControlCommand implements Callable<Integer> {
  /// The place of a problem with the request as a whole.
  private static final String BODY = "body";

  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @Parameters(index = "0", paramLabel = "ID", description = "The job.")
  private String id = "";

  @Option(
      names = "--rate",
      paramLabel = "N[/s]",
      converter = RateReader.class,
      description = "Iterations to start per second, over all agents.")
  private Optional<Double> rate = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads at work on each agent, at most those that it has opened.")
  private Optional<Integer> threads = Optional.empty();

  @Option(
      names = {"--think", "--think-time"},
      paramLabel = "TIME",
      description = "Pause of a thread between two iterations: none, 10ms, 5ms..20ms, exp:10ms.")
  private Optional<String> think = Optional.empty();

  @Option(
      names = "--mix",
      paramLabel = "NAME=VALUE",
      // A value may have commas, too.
      split = ",(?=[^,=]*=)",
      splitSynopsisLabel = ",",
      description = "Other values of parameters that may change between phases, such as weights.")
  private Map<String, String> mix = new LinkedHashMap<>();

  @ArgGroup private Hold hold = new Hold();

  /// At most one of the two.
  static final class Hold {
    @Option(names = "--pause", description = "Let no iteration begin until the load is resumed.")
    private boolean pause;

    @Option(names = "--resume", description = "Go on after a pause; nothing is caught up with.")
    private boolean resume;
  }

  /// Reads a rate, with or without its unit.
  static final class RateReader implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      try {
        return Double.valueOf(text.replaceFirst("/s$", ""));
      } catch (NumberFormatException _) {
        throw new TypeConversionException("'" + text + "' is no rate: write it as 500 or 500/s");
      }
    }
  }

  public JobControlCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JobView.LoadSetting set =
        new JobView.LoadSetting(
            Optional.of(hold.pause).filter(_ -> hold.pause || hold.resume),
            rate,
            threads,
            think,
            Optional.of(mix).filter(some -> !some.isEmpty()));
    String path = "/jobs/" + ServerClient.segment(id) + "/control";
    JsonNode mark = post(path, set);
    String at = NumberText.elapsed(mark.path("atMillis").asDouble() / 1e3);
    return remote.print(
        shell, mark, mark.path("text").asString("") + " from " + at + " of " + id + " on");
  }

  /// Sends it; the server's problems with a field name the option that set it.
  private JsonNode post(String path, JobView.LoadSetting set)
      throws CommandException, InterruptedException {
    try {
      return remote.client(shell).post(path, set);
    } catch (CommandException e) {
      throw e.with(
          e.problems().stream()
              .map(one ->
                  new Problem(
                      one.kind(), option(one.where()), one.what(), mend(one.where(), one.mend())))
              .toList());
    }
  }

  private String option(String place) {
    return switch (place) {
      case BODY -> "job control";
      case "/paused" -> hold.resume ? "--resume" : "--pause";
      default -> place.startsWith("/") ? "--" + place.substring(1).replaceFirst("/", " ") : place;
    };
  }

  private static String mend(String place, String mend) {
    return place.equals(BODY)
        ? "give --rate, --threads, --think, --mix, --pause or --resume"
        : mend;
  }
}
