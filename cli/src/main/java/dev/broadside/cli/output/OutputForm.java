package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunHead;
import dev.broadside.core.report.form.IntervalForm;
import dev.broadside.core.report.form.RunJson;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Point;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.work.Figure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// A form in which a result is written to a file: by `run` while it measures, and by a server
/// afterwards. Options, help, checks and writing loop over these.
///
/// @param option with its dashes
/// @param what is written, for help: `the intervals as CSV`
/// @param byInterval whether it takes intervals one by one, so that some of them can be had alone
/// @param path below a job's, from which a server gives it; empty if `job export` has no such form
/// @param opening how `run` opens it
public record OutputForm(
    String option, String what, boolean byInterval, String path, Opening opening) {
  public static final String JSON = "--json";

  static final String CSV = "--csv";
  static final String JUNIT = "--junit";

  public static final List<OutputForm> ALL =
      Stream.of(
              Stream.of(
                  new OutputForm(
                      JSON,
                      "the result as JSON",
                      false,
                      "/results",
                      (target, shell, _) -> new JsonOutput(target, shell))),
              Arrays.stream(IntervalForm.values()).map(OutputForm::of),
              Stream.of(
                  new OutputForm(
                      "--ndjson",
                      "lines of JSON: the job, each interval and the summary",
                      true,
                      "/intervals.ndjson",
                      (target, shell, _) -> new LinesOutput(target, shell)),
                  new OutputForm(
                      JUNIT,
                      "the outcome and the thresholds as JUnit XML",
                      false,
                      "",
                      (target, shell, _) -> new JunitOutput(target, shell)),
                  new OutputForm(
                      "--html",
                      "a report in one HTML file, which opens without a server",
                      false,
                      "",
                      HtmlOutput::new)))
          .flatMap(forms -> forms)
          .toList();

  /// Opens what a run is written to; the job's definition is YAML without its secrets.
  public interface Opening {
    RunOutput open(String target, Shell shell, String definition);
  }

  /// What the option of `run` does.
  String help() {
    String study = option.equals(CSV) ? ", or the table of a study" : "";
    return "Write " + what + study + "; - for standard output.";
  }

  private static OutputForm of(IntervalForm form) {
    return new OutputForm(
        "--" + form.word(),
        "the intervals " + form.phrase(),
        true,
        "/intervals." + form.word(),
        (target, shell, _) -> new FormOutput(form, target, shell));
  }

  /// A run, or a study, as one HTML file. It keeps only what charts draw of the intervals.
  private static final class HtmlOutput implements RunOutput {
    private final String target;
    private final Shell shell;
    private final String definition;
    private final JsonMapper json = Json.mapper();
    private Buckets series = new Buckets();

    /// @param definition the job as YAML, without its secrets
    HtmlOutput(String target, Shell shell, String definition) {
      this.target = target;
      this.shell = shell;
      this.definition = definition;
    }

    @Override
    public void begins(RunHead head) {
      series = new Buckets();
    }

    @Override
    public void interval(IntervalDocument interval) {
      series.add(json.convertValue(interval, Point.class));
    }

    @Override
    public void finished(RunDocument run) throws IOException {
      write(HtmlReport.of(RunReport.of(run, definition), series));
    }

    @Override
    public void finished(StudyDocument study) throws IOException {
      write(HtmlReport.of(StudyReport.of(study, definition), new Buckets()));
    }

    private void write(String html) throws IOException {
      try (Destination out = Destination.open(target, shell)) {
        out.write(html.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /// Runs as lines of JSON, each there as soon as it is known.
  private static final class LinesOutput implements RunOutput {
    private final LateDestination out;
    private final RunJson runs = new RunJson();
    private boolean begun;

    LinesOutput(String target, Shell shell) {
      this.out = new LateDestination(target, shell);
    }

    @Override
    public void begins(RunHead head) throws IOException {
      out.open();
      begun = true;
      line(runs.headLine(head));
    }

    @Override
    public void interval(IntervalDocument interval) throws IOException {
      line(RunJson.intervalLine(runs.interval(interval)));
    }

    @Override
    public void ended(RunDocument run) throws IOException {
      if (!begun) {
        begins(RunHead.of(run));
      }
      begun = false;
      for (Mark mark : run.marks()) {
        line(runs.markLine(mark));
      }
      line(runs.summaryLine(runs.tree(run)));
    }

    @Override
    public void finished(StudyDocument study) throws IOException {
      line(runs.studyLine(study.study()));
    }

    private void line(String text) throws IOException {
      out.line(text);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /// The intervals of runs in a form of other tools, appended as they close. What stands before
  /// them is written with the first one of a run, which declares the run's figures.
  private static final class FormOutput implements RunOutput {
    private final IntervalForm form;
    private final LateDestination out;
    private Optional<JobSummary> job = Optional.empty();
    private Optional<IntervalForm.Lines> lines = Optional.empty();

    FormOutput(IntervalForm form, String target, Shell shell) {
      this.form = form;
      this.out = new LateDestination(target, shell);
    }

    @Override
    public void begins(RunHead head) throws IOException {
      out.open();
      job = Optional.of(head.job());
      lines = Optional.empty();
    }

    @Override
    public void interval(IntervalDocument interval) throws IOException {
      if (lines.isEmpty()) {
        header(interval.figures().orElse(IntervalFigures.NONE).declared());
      }
      for (String line : lines.orElseThrow().ofInterval().lines(interval)) {
        out.line(line);
      }
    }

    private void header(List<Figure> figures) throws IOException {
      lines = Optional.of(form.of(job.orElseThrow(), figures));
      Optional<String> header = lines.get().header();
      if (header.isPresent()) {
        out.line(header.get());
      }
    }

    @Override
    public void ended(RunDocument run) throws IOException {
      if (job.isEmpty()) {
        begins(RunHead.of(run));
      }
      if (lines.isEmpty()) {
        header(List.of());
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /// A [Destination] for lines that is not touched before there is something to write. For one
  /// thread.
  private static final class LateDestination implements Closeable {
    private final String target;
    private final Shell shell;
    private Optional<Destination> out = Optional.empty();

    /// @param target a file, or `-`
    LateDestination(String target, Shell shell) {
      this.target = target;
      this.shell = shell;
    }

    /// Opens it if it is not open yet, and empties the file.
    ///
    /// @return takes the lines
    Destination open() throws IOException {
      if (out.isEmpty()) {
        out = Optional.of(Destination.open(target, shell));
      }
      return out.get();
    }

    /// Appends a line, whole or not at all.
    void line(String text) throws IOException {
      open().line(text);
    }

    @Override
    public void close() throws IOException {
      if (out.isPresent()) {
        out.get().close();
      }
    }
  }
}
