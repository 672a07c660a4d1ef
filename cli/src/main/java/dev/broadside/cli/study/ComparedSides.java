package dev.broadside.cli.study;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.core.compare.Sample;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.section.OverlaidRuns;
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
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is compared, by name: files that `--json` wrote, and jobs and studies of a server.
final class ComparedSides {
  private final JsonMapper mapper = Json.mapper();
  private final ClientSource client;

  /// The server that has what is no file.
  @FunctionalInterface
  interface ClientSource {
    ServerClient get() throws CommandException;
  }

  /// @param client asked only for sides that are no files
  ComparedSides(ClientSource client) {
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
