package dev.broadside.cli.output;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Where a run's result is written besides the terminal; `-` stands for standard output.
///
/// @param json takes the run document, or that of a study
/// @param csv takes the intervals, or the table of a study
/// @param influx takes the intervals in InfluxDB's line protocol
/// @param ndjson takes the lines of [dev.broadside.core.report.form.RunJson]
/// @param junit takes what came of it as JUnit XML
/// @param html takes a page that stands for itself
public record OutputFiles(
    Optional<String> json,
    Optional<String> csv,
    Optional<String> influx,
    Optional<String> ndjson,
    Optional<String> junit,
    Optional<String> html) {
  private static final String STANDARD_OUTPUT = Destination.STANDARD_OUTPUT;

  /// Without JUnit XML and without a report.
  public OutputFiles(Optional<String> json, Optional<String> csv, Optional<String> ndjson) {
    this(json, csv, Optional.empty(), ndjson, Optional.empty(), Optional.empty());
  }

  /// Only the document and the JUnit XML.
  public static OutputFiles of(Optional<String> json, Optional<String> junit) {
    return new OutputFiles(
        json, Optional.empty(), Optional.empty(), Optional.empty(), junit, Optional.empty());
  }

  /// The targets by their options.
  private Map<String, String> targets() {
    Map<String, String> targets = new LinkedHashMap<>();
    json.ifPresent(target -> targets.put("--json", target));
    csv.ifPresent(target -> targets.put("--csv", target));
    influx.ifPresent(target -> targets.put("--influx", target));
    ndjson.ifPresent(target -> targets.put("--ndjson", target));
    junit.ifPresent(target -> targets.put("--junit", target));
    html.ifPresent(target -> targets.put("--html", target));
    return targets;
  }

  /// Whether any takes intervals one by one.
  public boolean ofIntervals() {
    return csv.isPresent() || influx.isPresent() || ndjson.isPresent();
  }

  public boolean useStandardOutput() {
    return targets().containsValue(STANDARD_OUTPUT);
  }

  /// Refuses what could not be written later, before any load: a result must not be lost for a
  /// mistyped path.
  public void check() throws CommandException {
    Map<Path, String> places = new HashMap<>();
    for (Map.Entry<String, String> one : targets().entrySet()) {
      check(one.getKey(), one.getValue());
      Optional<String> other =
          Optional.ofNullable(places.putIfAbsent(place(one.getValue()), one.getKey()));
      if (other.isPresent()) {
        throw new CommandException(
            Problem.wrong(
                one.getKey() + " " + one.getValue(),
                other.get() + " is written there, too",
                "name another file for one"));
      }
    }
  }

  /// Equal for equal targets, through links as well.
  private static Path place(String target) {
    Path file = Path.of(target).toAbsolutePath().normalize();
    try {
      return target.equals(STANDARD_OUTPUT) ? Path.of(target) : real(file);
    } catch (IOException _) {
      return file;
    }
  }

  private static Path real(Path file) throws IOException {
    return Files.exists(file)
        ? file.toRealPath()
        : file.resolveSibling(".").toRealPath().resolve(file.getFileName());
  }

  /// Refuses one target that could not be written.
  ///
  /// @param option what the user wrote
  public static void check(String option, String target) throws CommandException {
    if (target.equals(STANDARD_OUTPUT)) {
      return;
    }
    Path file = Path.of(target).toAbsolutePath();
    Path folder = file.resolveSibling(".").normalize();
    if (!Files.isDirectory(folder)) {
      throw new CommandException(
          Problem.wrong(
              option + " " + file,
              "its folder does not exist",
              "name a file in a folder that exists"));
    }
    if (Files.isDirectory(file)) {
      throw new CommandException(
          Problem.wrong(option + " " + file, "it is a folder", "name a file"));
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new CommandException(
          Problem.wrong(
              option + " " + file, "it cannot be written", "name a file in a folder that can"));
    }
  }

  /// Writes a text that is whole already.
  ///
  /// @param option what the user wrote
  public static void write(String option, String target, String text, Shell shell)
      throws CommandException {
    try (Destination out = Destination.open(target, shell)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw CommandException.failure(List.of(RunOutputs.unwritten(option + " " + target, e)));
    }
  }

  /// Opens what one run is written to while it goes on. No file is touched before the load begins.
  ///
  /// @param shell the process's own, whose standard output takes data
  /// @param definition the job as YAML, without its secrets
  /// @param note hears at once of what cannot be written
  public RunOutputs open(Shell shell, String definition, Consumer<String> note) {
    Map<String, RunOutput> outputs = whole(shell, definition);
    csv.ifPresent(target -> outputs.put("--csv " + target, new CsvOutput(target, shell)));
    return new RunOutputs(outputs, note);
  }

  /// The same where nobody has the job as YAML.
  RunOutputs open(Shell shell, Consumer<String> note) {
    return open(shell, "", note);
  }

  /// The same for a study, whose CSV is its table.
  public RunOutputs openForStudy(Shell shell, String definition, Consumer<String> note) {
    Map<String, RunOutput> outputs = whole(shell, definition);
    csv.ifPresent(target -> outputs.put("--csv " + target, new TableOutput(target, shell)));
    return new RunOutputs(outputs, note);
  }

  /// Opens what is written of a run that others have kept: the JUnit XML.
  public RunOutputs junit(Shell shell, Consumer<String> note) {
    return of(Optional.empty(), junit).open(shell, note);
  }

  private Map<String, RunOutput> whole(Shell shell, String definition) {
    Map<String, RunOutput> outputs = new LinkedHashMap<>();
    json.ifPresent(target -> outputs.put("--json " + target, new JsonOutput(target, shell)));
    influx.ifPresent(target -> outputs.put("--influx " + target, new InfluxOutput(target, shell)));
    ndjson.ifPresent(target -> outputs.put("--ndjson " + target, new LinesOutput(target, shell)));
    junit.ifPresent(target -> outputs.put("--junit " + target, new JunitOutput(target, shell)));
    html.ifPresent(
        target -> outputs.put("--html " + target, new HtmlOutput(target, shell, definition)));
    return outputs;
  }
}
