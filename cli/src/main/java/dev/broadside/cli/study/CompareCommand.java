package dev.broadside.cli.study;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.TextReport;
import dev.broadside.core.compare.Sample;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.ComparisonReport;
import dev.broadside.core.report.section.OverlaidRuns;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `broadside compare`, and `broadside job compare`.
@Command(
    name = "compare",
    description = {
      "Compare runs or studies with a first one.",
      "It shows each difference in percent with its confidence, and what was set up"
          + " differently.",
      "A run is a file that --json wrote, or the id of a job or study on the"
          + " server; A1,A2,A3 are repeats of one. Throughput and mean have a confidence interval; percentiles have one if the"
          + " server has all runs.",
      "Exit status: 0 compared; 3 with --fail-if-worse if one is shown to be worse."
    },
    footer = {
      "Examples:",
      "  broadside compare before.json after.json",
      "  broadside compare job-1,job-2,job-3 job-4,job-5,job-6 --fail-if-worse"
    })
public final class CompareCommand implements Callable<Integer> {
  private static final int MOST = 20;

  private final Shell shell;
  private final JsonMapper mapper = Json.mapper();
  private final Sides sides;

  @Mixin private Remote remote = new Remote();

  @Parameters(index = "0", paramLabel = "A", description = "What to compare against.")
  private String first = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "B", description = "What to compare.")
  private List<String> others = List.of();

  @Option(
      names = "--fail-if-worse",
      description = "Exit with status 3 if any figure of any B is shown to be worse than A's.")
  private boolean failIfWorse;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the comparison as one HTML file, too, to be sent and printed.")
  private Optional<String> html = Optional.empty();

  public CompareCommand(Shell shell) {
    this.shell = shell;
    this.sides = new Sides(() -> remote.client(shell));
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (html.isPresent()) {
      OutputFiles.check("--html", html.get());
    }
    if (others.size() > MOST) {
      throw new CommandException(
          Problem.wrong(
              "B", "there are " + others.size() + " of them", "give at most " + MOST + " at once"));
    }
    List<StudyComparison> comparisons = new ArrayList<>();
    for (String other : others) {
      comparisons.add(compared(other));
    }
    if (html.isPresent()) {
      writeHtml(html.get(), comparisons);
    }
    if (!html.equals(Optional.of(Destination.STANDARD_OUTPUT))) {
      print(comparisons);
    }
    return failIfWorse && comparisons.stream().anyMatch(StudyComparison::worse)
        ? ExitStatus.THRESHOLD_BROKEN
        : ExitStatus.OK;
  }

  /// The server makes it if it has all of them: what charts draw of a long run is little beside its
  /// intervals.
  private void writeHtml(String file, List<StudyComparison> comparisons)
      throws CommandException, InterruptedException {
    List<String> all = Stream.concat(Stream.of(first), others.stream()).toList();
    if (all.stream().noneMatch(Sides::isFile)) {
      String path = "/comparison/report.html" + query(String.join(";", others));
      new Download(remote.client(shell)).to(path, "--html " + file, file, shell);
      return;
    }
    List<List<String>> names = all.stream().map(Sides::names).toList();
    String report =
        HtmlReport.of(ComparisonReport.of(comparisons, sides.drawn(names)), new Buckets());
    OutputFiles.write("--html", file, report, shell);
  }

  private String query(String b) {
    return "?a=" + ServerClient.segment(first) + "&b=" + ServerClient.segment(b);
  }

  /// Several comparisons as one document.
  private record Several(List<StudyComparison> comparisons) {}

  private void print(List<StudyComparison> comparisons) {
    Object document = comparisons.size() == 1 ? comparisons.getFirst() : new Several(comparisons);
    remote.print(
        shell,
        document,
        () -> {
          ReportDocument report = ComparisonReport.of(comparisons, List.of());
          return TextReport.of(report, shell.outTerminal());
        });
  }

  /// The server compares if it has both, since it has their records, too.
  private StudyComparison compared(String other) throws CommandException, InterruptedException {
    if (Sides.isFile(first) || Sides.isFile(other)) {
      return sides.compared(first, other, others.size());
    }
    String path = "/comparison" + query(other) + "&together=" + others.size();
    Optional<JsonNode> found = remote.client(shell).find(path);
    if (found.isEmpty()) {
      // Says which of them is missing.
      sides.study(first);
      sides.study(other);
    }
    return mapper.treeToValue(found.orElseThrow(), StudyComparison.class);
  }

  /// What is compared, by name: files that `--json` wrote, and jobs and studies of a server.
  private static final class Sides {
    private final JsonMapper mapper = Json.mapper();
    private final ClientSource client;

    /// The server that has what is no file.
    @FunctionalInterface
    interface ClientSource {
      ServerClient get() throws CommandException;
    }

    /// @param client asked only for sides that are no files
    Sides(ClientSource client) {
      this.client = client;
    }

    static boolean isFile(String name) {
      return name.contains("/") || name.endsWith(".json") || Files.exists(Path.of(name));
    }

    /// The repeats of a side, which stand with commas between.
    static List<String> names(String side) {
      return Arrays.stream(side.split(",")).map(String::strip).toList();
    }

    /// One, or several repeats with commas between.
    StudyDocument study(String names) throws CommandException, InterruptedException {
      List<StudyDocument> repeats = new ArrayList<>();
      for (String name : names(names)) {
        repeats.add(one(name));
      }
      return StudyDocument.together(repeats);
    }

    /// Sets one side against another, if not both are at the server.
    ///
    /// @param together how many such comparisons are read together
    StudyComparison compared(String a, String b, int together)
        throws CommandException, InterruptedException {
      StudyDocument one = study(a);
      StudyDocument other = study(b);
      Map<String, Sample> samples = new HashMap<>();
      for (String name : Stream.concat(names(a).stream(), names(b).stream()).distinct().toList()) {
        samples(name).forEach(samples::putIfAbsent);
      }
      long seed = 31L * names(a).hashCode() + names(b).hashCode();
      return StudyComparison.of(
          one, other, new DocumentSamples(samples), together, new SplittableRandom(seed));
    }

    private record DocumentSamples(Map<String, Sample> byRun) implements StudyComparison.Samples {
      @Override
      public Optional<Sample> apply(String run) {
        return Optional.ofNullable(byRun.get(run));
      }

      @Override
      public boolean ofDocuments() {
        return true;
      }
    }

    /// The measured intervals of a run, or of a study's runs, by the run's id.
    private Map<String, Sample> samples(String name) throws CommandException, InterruptedException {
      Map<String, Sample> samples = new HashMap<>();
      readIntervals(
          name,
          in ->
              new RunJson()
                  .eachSums(
                      in,
                      (run, sums) -> sums.addTo(samples.computeIfAbsent(run, _ -> new Sample()))));
      return samples;
    }

    private StudyDocument one(String name) throws CommandException, InterruptedException {
      if (!isFile(name)) {
        return fromServer(name);
      }
      Path file = Path.of(name);
      if (!Files.exists(file)) {
        throw InputFile.missing(file);
      }
      return fromFile(file);
    }

    private StudyDocument fromFile(Path file) throws CommandException {
      try {
        return document(readTree(file));
      } catch (IOException | JacksonException e) {
        throw new CommandException(
            Problem.wrong(
                "file " + file,
                "it is neither a study nor a run (" + Causes.of(e) + ")",
                "name a file that 'broadside run --json FILE' wrote"));
      }
    }

    private static JsonNode readTree(Path file) throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        return new RunJson().readWithoutIntervals(in);
      }
    }

    private StudyDocument fromServer(String id) throws CommandException, InterruptedException {
      ServerClient server = client.get();
      String segment = ServerClient.segment(id);
      Optional<JsonNode> study = server.find(ServerClient.figures("/studies/" + segment));
      Optional<JsonNode> found =
          study.isPresent() ? study : server.find(ServerClient.figures("/jobs/" + segment));
      return document(
          found.orElseThrow(() ->
              new CommandException(
                  Problem.wrong(
                      '"' + id + '"',
                      "there is no such file here, and no such study or job at the server",
                      "name a file, or an id of 'broadside study list' or 'broadside job list'"))));
    }

    /// The runs among them as charts draw them over each other; without studies.
    ///
    /// @param sides of each the names of its repeats
    List<OverlaidRuns.Run> drawn(List<List<String>> sides)
        throws CommandException, InterruptedException {
      List<OverlaidRuns.Run> drawn = new ArrayList<>();
      for (List<String> side : sides) {
        for (String name : side) {
          StudyDocument study = one(name);
          if (study.study().plan().isEmpty() && study.steps().size() == 1) {
            drawn.add(
                new OverlaidRuns.Run(
                    OverlaidRuns.nameOf(sides, side, name),
                    study.steps().getFirst().run(),
                    drawn.size() < OverlaidRuns.MOST ? series(name) : new Buckets()));
          }
        }
      }
      return drawn;
    }

    private Buckets series(String name) throws CommandException, InterruptedException {
      Buckets series = new Buckets();
      readIntervals(name, in -> new RunJson().eachInterval(in, series::add));
      return series;
    }

    /// Reads a document whole, which may be large.
    private void readIntervals(String name, Consumer<InputStream> reader)
        throws CommandException, InterruptedException {
      try (InputStream in =
          isFile(name) ? Files.newInputStream(Path.of(name)) : client.get().open(results(name))) {
        reader.accept(in);
      } catch (IOException | JacksonException e) {
        throw new CommandException(
            Problem.wrong(
                '"' + name + '"',
                "its intervals cannot be read (" + Causes.of(e) + ")",
                isFile(name) ? "write it once more by --json" : "try again"));
      }
    }

    private String results(String id) throws CommandException, InterruptedException {
      String study = "/studies/" + ServerClient.segment(id);
      boolean found = client.get().find(ServerClient.figures(study)).isPresent();
      return (found ? study : "/jobs/" + ServerClient.segment(id)) + "/results";
    }

    private StudyDocument document(JsonNode tree) {
      return tree.has("study")
          ? mapper.treeToValue(tree, StudyDocument.class)
          : StudyDocument.ofRun(mapper.treeToValue(tree, RunDocument.class));
    }
  }
}
