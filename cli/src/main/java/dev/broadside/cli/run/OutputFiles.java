package dev.broadside.cli.run;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.IntervalCsv;
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
import java.util.stream.Stream;

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
    if (json.isPresent() && json.map(OutputFiles::place).equals(csv.map(OutputFiles::place))) {
      throw new CommandException(
          Problem.wrong(
              "--csv " + csv.get(), "--json is written there, too", "name another file for one"));
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

  /// Writes everything that was asked for, whatever becomes of one of it.
  ///
  /// @param shell the process's own, whose standard output takes data
  /// @return what could not be written
  List<Problem> write(RunDocument run, Shell shell) {
    return write(run, csvLines(run), shell);
  }

  static List<String> csvLines(RunDocument run) {
    IntervalCsv csv = new IntervalCsv(run.job());
    return Stream.concat(
            Stream.of(IntervalCsv.HEADER),
            run.intervals().stream().flatMap(interval -> csv.lines(interval).stream()))
        .toList();
  }

  /// The same for a study, whose table is the CSV.
  public List<Problem> write(StudyDocument study, Shell shell) {
    return write(study, StudyCsv.lines(StudyTable.of(study)), shell);
  }

  private List<Problem> write(Object document, List<String> lines, Shell shell) {
    return Stream.of(
            json.flatMap(target -> write("--json", target, text(document), shell)),
            csv.flatMap(target -> write("--csv", target, String.join("\n", lines) + "\n", shell)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static String text(Object document) {
    return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
  }

  private static Optional<Problem> write(String option, String target, String text, Shell shell) {
    try {
      if (!target.equals(STANDARD_OUTPUT)) {
        Files.writeString(Path.of(target), text, StandardCharsets.UTF_8);
        return Optional.empty();
      }
      shell.out().print(text);
      return shell.out().checkError()
          ? Optional.of(unwritten(option, target, "standard output takes no more"))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(unwritten(option, target, Causes.of(e)));
    }
  }

  private static Problem unwritten(String option, String target, String cause) {
    return Problem.wrong(
        option + " " + target,
        "it could not be written (" + cause + ")",
        "make room, or name another file");
  }
}
