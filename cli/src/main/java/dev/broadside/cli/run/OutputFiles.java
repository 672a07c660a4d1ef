package dev.broadside.cli.run;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StudyCsv;
import dev.broadside.core.report.StudyDocument;
import dev.broadside.core.report.StudyTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where a run's result is written besides the terminal; `-` stands for standard output.
///
/// @param json takes the run document, or that of a study
/// @param csv takes the intervals, or the table of a study
public record OutputFiles(Optional<String> json, Optional<String> csv) {
  private static final String STANDARD_OUTPUT = "-";

  public boolean useStandardOutput() {
    return json.filter(STANDARD_OUTPUT::equals).isPresent()
        || csv.filter(STANDARD_OUTPUT::equals).isPresent();
  }

  /// Refuses what could not be written later, before any load: a result must not be lost for a
  /// mistyped path.
  public void check() throws CommandException {
    check("--json", json);
    check("--csv", csv);
  }

  private static void check(String option, Optional<String> target) throws CommandException {
    if (target.isEmpty() || target.get().equals(STANDARD_OUTPUT)) {
      return;
    }
    Path file = Path.of(target.get()).toAbsolutePath();
    boolean folder = Files.isDirectory(file.resolveSibling(".").normalize());
    boolean writable =
        Files.exists(file) ? Files.isWritable(file) && !Files.isDirectory(file) : folder;
    if (!folder || !writable) {
      throw new CommandException(
          Problem.wrong(
              option + " " + file,
              folder ? "it cannot be written" : "its folder does not exist",
              "name a file in a folder that exists"));
    }
  }

  /// Writes everything that was asked for.
  ///
  /// @param shell the process's own, whose standard output takes data
  void write(RunDocument run, Shell shell) throws IOException {
    write(run, Csv.lines(run), shell);
  }

  /// The same for a study, whose table is the CSV.
  public void write(StudyDocument study, Shell shell) throws IOException {
    write(study, StudyCsv.lines(StudyTable.of(study)), shell);
  }

  private void write(Object document, List<String> lines, Shell shell) throws IOException {
    if (json.isPresent()) {
      write(
          json.get(),
          Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n",
          shell);
    }
    if (csv.isPresent()) {
      write(csv.get(), String.join("\n", lines) + "\n", shell);
    }
  }

  private static void write(String target, String text, Shell shell) throws IOException {
    if (target.equals(STANDARD_OUTPUT)) {
      shell.out().print(text);
      shell.out().flush();
    } else {
      Files.writeString(Path.of(target), text, StandardCharsets.UTF_8);
    }
  }
}
