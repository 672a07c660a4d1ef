package dev.broadside.cli.study;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.TextReport;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.ComparisonReport;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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
          + " server; A1,A2,A3 are repeats of one. Of a file, throughput and mean have a confidence"
          + " interval; at the server percentiles have one, too.",
      "Exit status: 0 compared; 3 with --fail-if-worse, where one is shown to be worse."
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
  private final ComparedSides sides;

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
      description = "Write it as one HTML file, too, to be sent and printed.")
  private Optional<String> html = Optional.empty();

  public CompareCommand(Shell shell) {
    this.shell = shell;
    this.sides = new ComparedSides(() -> remote.client(shell));
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
    if (all.stream().noneMatch(ComparedSides::isFile)) {
      String path = "/comparison/report.html" + query(String.join(";", others));
      new Download(remote.client(shell)).to(path, "--html " + file, file, shell);
      return;
    }
    List<List<String>> names = all.stream().map(ComparedSides::names).toList();
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
    if (ComparedSides.isFile(first) || ComparedSides.isFile(other)) {
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
}
