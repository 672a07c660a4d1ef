package dev.broadside.cli.job;

import dev.broadside.core.report.form.IntervalForm;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/// A form in which a job's result is written to a file.
///
/// @param option that asks for it, with its dashes
/// @param path below the job's, from which the server gives it
/// @param byInterval whether some of the intervals can be had alone
record ExportForm(String option, String help, String path, boolean byInterval) {
  static final ExportForm JSON =
      new ExportForm("--json", "The whole result as one JSON document.", "/results", false);

  /// Which is made here, of the result.
  static final ExportForm TEXT =
      new ExportForm("--text", "The result as 'job show' prints it.", "", false);

  static final List<ExportForm> ALL =
      Stream.concat(
              Arrays.stream(IntervalForm.values())
                  .map(form -> ofIntervals(form.word(), "The intervals " + form.phrase() + ".")),
              Stream.of(
                  JSON,
                  ofIntervals("ndjson", "Lines of JSON: the job, each interval, the summary."),
                  new ExportForm(
                      "--hlog",
                      "The latencies as a log of HdrHistogram.",
                      "/latencies.hlog",
                      false),
                  TEXT))
          .toList();

  private static ExportForm ofIntervals(String word, String help) {
    return new ExportForm("--" + word, help, "/intervals." + word, true);
  }

  OptionSpec declare() {
    return OptionSpec.builder(option).type(boolean.class).description(help).build();
  }

  /// `--csv, --influx or --otlp`, for sentences.
  static String choice(Predicate<ExportForm> among) {
    List<String> options = ALL.stream().filter(among).map(ExportForm::option).toList();
    int last = options.size() - 1;
    return String.join(", ", options.subList(0, last)) + " or " + options.get(last);
  }
}
