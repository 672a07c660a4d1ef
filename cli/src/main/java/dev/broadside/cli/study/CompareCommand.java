package dev.broadside.cli.study;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.InputFile;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.ComparisonText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.html.ComparisonReport;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
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
      "Each difference is told in percent, with how sure it is, and with what was"
          + " set up differently.",
      "A run is a file that --json wrote, or the id of a job or study on the"
          + " server; A1,A2,A3 are repeats of one. Confidence intervals need the records,"
          + " which a server has.",
      "Exit status: 0 compared; 3 with --fail-if-worse, where one is shown to be worse."
    },
    footer = {
      "Examples:",
      "  broadside compare before.json after.json",
      "  broadside compare job-1,job-2,job-3 job-4,job-5,job-6 --fail-if-worse"
    })
public final class CompareCommand extends JsonCommand {
  private static final int MOST = 20;

  private final JsonMapper mapper = Json.mapper();

  @Parameters(index = "0", paramLabel = "A", description = "What to compare against.")
  private String first = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "B", description = "What to compare.")
  private List<String> others = List.of();

  @Option(
      names = "--fail-if-worse",
      description = "Exit with status 3 where any figure of any B is shown to be worse than A's.")
  private boolean failIfWorse;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write it as one HTML file, too, to be sent and printed.")
  private Optional<String> html = Optional.empty();

  public CompareCommand(Shell shell) {
    super(shell);
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
      OutputFiles.write("--html", html.get(), ComparisonReport.html(comparisons), shell);
    }
    if (!html.equals(Optional.of(Destination.STANDARD_OUTPUT))) {
      print(comparisons);
    }
    return failIfWorse && comparisons.stream().anyMatch(StudyComparison::worse)
        ? ExitStatus.THRESHOLD_BROKEN
        : ExitStatus.OK;
  }

  /// Several comparisons as one document.
  private record Several(List<StudyComparison> comparisons) {}

  private void print(List<StudyComparison> comparisons) {
    Object document = comparisons.size() == 1 ? comparisons.getFirst() : new Several(comparisons);
    print(
        document,
        () -> {
          List<String> lines = new ArrayList<>();
          for (StudyComparison comparison : comparisons) {
            lines.addAll(lines.isEmpty() ? List.of() : List.of("", ""));
            lines.addAll(ComparisonText.of(comparison, shell.outTerminal()));
          }
          return lines;
        });
  }

  /// By the server where it has both, for it has their records, too.
  private StudyComparison compared(String other) throws CommandException, InterruptedException {
    if (isFile(first) || isFile(other)) {
      return StudyComparison.of(study(first), study(other));
    }
    String path =
        "/comparison?a="
            + ServerClient.segment(first)
            + "&b="
            + ServerClient.segment(other)
            + "&together="
            + others.size();
    Optional<JsonNode> found = client().find(path);
    if (found.isEmpty()) {
      // Says which of them is missing.
      study(first);
      study(other);
    }
    return mapper.treeToValue(found.orElseThrow(), StudyComparison.class);
  }

  private static boolean isFile(String name) {
    return name.contains("/") || name.endsWith(".json") || Files.exists(Path.of(name));
  }

  /// One, or several repeats with commas between.
  private StudyDocument study(String names) throws CommandException, InterruptedException {
    List<StudyDocument> repeats = new ArrayList<>();
    for (String name : names.split(",")) {
      repeats.add(one(name.strip()));
    }
    return StudyDocument.together(repeats);
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
    ServerClient client = client();
    String segment = ServerClient.segment(id);
    Optional<JsonNode> study = client.find(ServerClient.figures("/studies/" + segment));
    Optional<JsonNode> found =
        study.isPresent() ? study : client.find(ServerClient.figures("/jobs/" + segment));
    return document(
        found.orElseThrow(() ->
            new CommandException(
                Problem.wrong(
                    '"' + id + '"',
                    "there is no such file here, and no such study or job at the server",
                    "name a file, or an id of 'broadside study list' or 'broadside job list'"))));
  }

  private StudyDocument document(JsonNode tree) {
    return tree.has("study")
        ? mapper.treeToValue(tree, StudyDocument.class)
        : StudyDocument.ofRun(mapper.treeToValue(tree, RunDocument.class));
  }
}
