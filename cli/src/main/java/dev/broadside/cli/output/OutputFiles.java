package dev.broadside.cli.output;

import dev.broadside.cli.help.Heading;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.form.StudyCsv;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Where a run's result is written besides the terminal; `-` stands for standard output.
///
/// @param targets by the options of [OutputForm]
public record OutputFiles(Map<String, String> targets) {
  public static final OutputFiles NONE = new OutputFiles(Map.of());

  private static final String STANDARD_OUTPUT = Destination.STANDARD_OUTPUT;

  public OutputFiles {
    Map<String, String> known = new LinkedHashMap<>();
    for (OutputForm form : OutputForm.ALL) {
      Optional.ofNullable(targets.get(form.option()))
          .ifPresent(target -> known.put(form.option(), target));
    }
    if (known.size() < targets.size()) {
      throw new IllegalArgumentException("unknown form among " + targets.keySet());
    }
    targets = Collections.unmodifiableMap(known);
  }

  /// Adds the options to a command.
  public static void addOptions(CommandSpec command) {
    for (OutputForm form : OutputForm.ALL) {
      command.addOption(
          OptionSpec.builder(form.option())
              .descriptionKey(Heading.RESULT)
              .paramLabel("FILE")
              .type(String.class)
              .description(form.help())
              .build());
    }
  }

  /// What a user gave of the options that were added.
  public static OutputFiles given(CommandSpec command) {
    Map<String, String> targets = new LinkedHashMap<>();
    for (OutputForm form : OutputForm.ALL) {
      String target = command.findOption(form.option()).getValue();
      Optional.ofNullable(target).ifPresent(given -> targets.put(form.option(), given));
    }
    return new OutputFiles(targets);
  }

  /// These, and one more if it is given.
  ///
  /// @param option one of [OutputForm]
  public OutputFiles with(String option, Optional<String> target) {
    Map<String, String> more = new LinkedHashMap<>(targets);
    target.ifPresent(given -> more.put(option, given));
    return new OutputFiles(more);
  }

  /// Where one of the forms is written.
  public Optional<String> of(String option) {
    return Optional.ofNullable(targets.get(option));
  }

  /// The options that were given of those that take intervals one by one.
  public List<String> ofIntervals() {
    return OutputForm.ALL.stream()
        .filter(OutputForm::byInterval)
        .map(OutputForm::option)
        .filter(targets::containsKey)
        .toList();
  }

  public boolean useStandardOutput() {
    return targets.containsValue(STANDARD_OUTPUT);
  }

  /// Refuses what could not be written later, before any load: a result must not be lost for a
  /// mistyped path.
  public void check() throws CommandException {
    Map<Path, String> places = new HashMap<>();
    for (Map.Entry<String, String> one : targets.entrySet()) {
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
    return new RunOutputs(opened(shell, definition), note);
  }

  /// Opens the outputs of a study, whose CSV is its table.
  public RunOutputs openForStudy(Shell shell, String definition, Consumer<String> note) {
    Map<String, RunOutput> outputs = opened(shell, definition);
    of(OutputForm.CSV)
        .ifPresent(
            target -> outputs.put(named(OutputForm.CSV, target), new TableOutput(target, shell)));
    return new RunOutputs(outputs, note);
  }

  /// A study's table as CSV, which is known only at its end.
  private record TableOutput(String target, Shell shell) implements RunOutput {
    @Override
    public void finished(StudyDocument study) throws IOException {
      try (Destination out = Destination.open(target, shell)) {
        for (String line : StudyCsv.lines(StudyTable.of(study))) {
          out.line(line);
        }
      }
    }
  }

  /// Opens what is written of a run that others have kept: the JUnit XML.
  public RunOutputs junit(Shell shell, Consumer<String> note) {
    return NONE.with(OutputForm.JUNIT, of(OutputForm.JUNIT)).open(shell, "", note);
  }

  private Map<String, RunOutput> opened(Shell shell, String definition) {
    Map<String, RunOutput> outputs = new LinkedHashMap<>();
    for (OutputForm form : OutputForm.ALL) {
      of(form.option())
          .ifPresent(target ->
              outputs.put(
                  named(form.option(), target), form.opening().open(target, shell, definition)));
    }
    return outputs;
  }

  private static String named(String option, String target) {
    return option + " " + target;
  }
}
