package dev.broadside.cli.output;

import dev.broadside.cli.shell.Shell;
import dev.broadside.core.report.form.IntervalForm;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A form in which `run` writes what it measures: its option, and how it is opened. Writing,
/// checking and help loop over these.
///
/// @param option with its dashes
/// @param help what the option does
/// @param ofIntervals whether it takes intervals one by one
record OutputForm(String option, String help, boolean ofIntervals, Opening opening) {
  private static final String OR_OUTPUT = "; - for standard output.";

  static final String JSON = "--json";
  static final String CSV = "--csv";
  static final String JUNIT = "--junit";

  static final List<OutputForm> ALL =
      Stream.of(
              Stream.of(
                  new OutputForm(
                      JSON,
                      "Write the result as JSON" + OR_OUTPUT,
                      false,
                      (target, shell, _) -> new JsonOutput(target, shell))),
              Arrays.stream(IntervalForm.values()).map(OutputForm::of),
              Stream.of(
                  new OutputForm(
                      "--ndjson",
                      "Write lines of JSON as they come, the job, each interval and the summary"
                          + OR_OUTPUT,
                      true,
                      (target, shell, _) -> new LinesOutput(target, shell)),
                  new OutputForm(
                      JUNIT,
                      "Write the outcome and the thresholds as JUnit XML" + OR_OUTPUT,
                      false,
                      (target, shell, _) -> new JunitOutput(target, shell)),
                  new OutputForm(
                      "--html",
                      "Write a report in one HTML file, which opens without a server.",
                      false,
                      HtmlOutput::new)))
          .flatMap(forms -> forms)
          .toList();

  /// Opens what a run is written to; the job's definition is YAML without its secrets.
  interface Opening {
    RunOutput open(String target, Shell shell, String definition);
  }

  private static OutputForm of(IntervalForm form) {
    String what = form == IntervalForm.CSV ? "intervals, or the table of a study, " : "intervals ";
    return new OutputForm(
        "--" + form.word(),
        "Write the " + what + form.phrase() + OR_OUTPUT,
        true,
        (target, shell, _) -> new FormOutput(form, target, shell));
  }
}
