package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.ParameterOptions;
import dev.broadside.cli.catalogue.WordFile;
import dev.broadside.cli.help.Heading;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.node.ObjectNode;

/// The options of a job, one for each field that [JobDocument] declares, and `-f` for a file. An
/// option overrides the file.
public final class JobOptions {
  private final CommandSpec spec = CommandSpec.create();
  private final Map<JobField<?>, OptionSpec> options = new LinkedHashMap<>();

  /// Options of fields that mean nothing to the command.
  private final Set<String> elsewhere = new HashSet<>();

  /// The command that has these options.
  private CommandSpec of = spec;

  private Supplier<List<String>> left = List::of;
  private final OptionSpec file =
      OptionSpec.builder("-f", "--file")
          .paramLabel("FILE")
          .type(Path.class)
          .descriptionKey(Heading.JOB)
          .description("Take the job from this file, YAML or JSON; options override it.")
          .build();

  /// @param without groups of fields that mean nothing to the command
  public JobOptions(Set<Group> without) {
    spec.addOption(file);
    for (JobField<?> field : JobDocument.ALL) {
      boolean taken = field.group() != Group.CODE || field.equals(JobDocument.PACK);
      if (taken && !without.contains(field.group())) {
        options.put(field, option(field));
      } else if (taken) {
        elsewhere.add(name(field));
      }
    }
    options.values().forEach(spec::addOption);
  }

  /// Adds the options to a command. What the command does not know is the job class, which stands
  /// in front, and the options of its parameters.
  public CommandLine addTo(CommandLine command) {
    command.setUnmatchedArgumentsAllowed(true).getCommandSpec().addMixin("job", spec);
    of = command.getCommandSpec();
    left =
        () ->
            Optional.ofNullable(command.getParseResult())
                .map(CommandLine.ParseResult::unmatched)
                .orElse(List.of());
    return command;
  }

  /// The name of a field's option.
  public static String name(JobField<?> field) {
    boolean off = field.declared() instanceof Parameter.Flag flag && flag.preset().orElse(false);
    return (off ? "--no-" : "--") + field.declared().name();
  }

  /// The option of a field of a job, a group or a target.
  public static OptionSpec option(JobField<?> field) {
    OptionSpec.Builder option =
        OptionSpec.builder(name(field)).descriptionKey(heading(field.group()));
    Parameter<?> declared = field.declared();
    if (declared instanceof Parameter.Flag) {
      return option
          .type(boolean.class)
          .description(
              plain(name(field).startsWith("--no-") ? denied(declared.help()) : declared.help()))
          .build();
    }
    String preset =
        field
            .presetText()
            .filter(text -> !text.isEmpty())
            .map(text -> " Default: " + text + ".")
            .orElse("");
    if (declared instanceof Parameter.Choice choice) {
      option.completionCandidates(choice.options().stream().map(Parameter.Option::value).toList());
    }
    return option
        .type(repeated(field) ? List.class : String.class)
        .auxiliaryTypes(String.class)
        .paramLabel(paramLabel(field))
        .description(
            plain(declared.help().replaceFirst("(?<!\\.)$", ".") + words(declared) + preset))
        .build();
  }

  private static boolean repeated(JobField<?> field) {
    return switch (field.form()) {
      case LIST, AXES, OBJECTS -> true;
      case ONE, SHAPE, PHASES -> false;
    };
  }

  /// A description as picocli takes it, for which a percent sign begins a format.
  private static String plain(String text) {
    return text.replace("%", "%%");
  }

  /// Help for the option that turns off what is on by default: it keeps the part after `if off`.
  private static String denied(String help) {
    String not = "Do not " + help.substring(0, 1).toLowerCase(Locale.ROOT) + help.substring(1);
    return not.replace("; if off, ", ": ");
  }

  private static String heading(Group group) {
    return switch (group) {
      case CODE, IDENTITY, CONSENT, ABOUT -> Heading.JOB;
      case LOAD, TIME -> Heading.LOAD;
      case STUDY -> Heading.STUDY;
      case PLACE -> Heading.PLACE;
      case WHEN -> Heading.WHEN;
      case LIMITS -> Heading.LIMITS;
    };
  }

  /// Those of a command's choices differ, or bash would complete all of them with the words of one:
  /// the script that picocli makes keeps the words under the label.
  private static String paramLabel(JobField<?> field) {
    return switch (field.declared()) {
      case Parameter.Whole _, Parameter.Decimal _ -> "N";
      case Parameter.Span _ -> "TIME";
      case Parameter.Choice choice ->
          choice.name().replaceFirst(".*-", "").toUpperCase(Locale.ROOT);
      default -> field.form() == Form.PHASES ? "FILE" : "TEXT";
    };
  }

  private static String words(Parameter<?> declared) {
    return declared instanceof Parameter.Choice choice
        ? choice.options().stream()
            .map(one -> one.value() + ": " + one.help())
            .collect(Collectors.joining("; ", " ", "."))
        : "";
  }

  /// The job class, which stands in front of the parameters; empty if none is given.
  public String jobClass() {
    return left.get().stream()
        .limit(1)
        .filter(word -> !word.startsWith("-"))
        .collect(Collectors.joining());
  }

  /// The pack that an option names.
  public Optional<String> pack() {
    return Optional.ofNullable(options.get(JobDocument.PACK))
        .flatMap(option -> option.stringValues().stream().findFirst());
  }

  /// The file that declares the job class, if the word in front names one.
  public Optional<Path> classFile() throws CommandException {
    return named(WordFile.Kind.JOB_CLASS);
  }

  private Optional<Path> named(WordFile.Kind kind) throws CommandException {
    boolean fits = WordFile.isFile(jobClass()) && WordFile.toRun(Path.of(jobClass())) == kind;
    return fits ? Optional.of(Path.of(jobClass())) : Optional.empty();
  }

  /// Reads file and options, without the parameters.
  public JobSource source() throws CommandException {
    return source(JobSource.empty());
  }

  /// Reads the options as changes of a job that the server has; a file replaces that job.
  public JobSource source(ObjectNode known) throws CommandException {
    return source(JobSource.of(known));
  }

  private JobSource source(JobSource known) throws CommandException {
    Optional<Path> document =
        file.stringValues().isEmpty()
            ? named(WordFile.Kind.JOB)
            : Optional.of(Path.of(file.stringValues().getFirst()));
    JobSource source = document.isEmpty() ? known : JobSource.of(document.get());
    if (!jobClass().isEmpty() && !WordFile.isFile(jobClass())) {
      source.put(JobDocument.JOB_CLASS, jobClass(), "JOBCLASS");
    }
    for (var one : options.entrySet()) {
      List<String> texts = one.getValue().stringValues();
      if (!texts.isEmpty()) {
        String option = name(one.getKey());
        boolean flag = one.getKey().declared() instanceof Parameter.Flag;
        String between = one.getKey().form() == Form.AXES ? ";" : ",";
        String text = flag ? "" + !option.startsWith("--no-") : String.join(between, texts);
        source.put(one.getKey(), text, option);
      }
    }
    return source;
  }

  /// An option of another command gets a better sentence than a mistyped one.
  private void refuseElsewhere(List<String> words, ClassDescriptor jobClass)
      throws CommandException {
    Set<String> parameters =
        jobClass.parameters().stream().map(one -> "--" + one.name()).collect(Collectors.toSet());
    List<Problem> problems =
        words.stream()
            .map(word -> word.replaceFirst("=.*", ""))
            .filter(elsewhere::contains)
            .filter(option -> !parameters.contains(option))
            .distinct()
            .map(option ->
                Problem.wrong(
                    "option " + option,
                    "'broadside job submit' takes it, and 'broadside load' with --server, and this"
                        + " command does not",
                    "use one of those, or leave it out"))
            .toList();
    if (!problems.isEmpty()) {
      throw new CommandException(problems);
    }
  }

  /// Adds the parameters that stand on the command line.
  ///
  /// @param server the options that name the server of the job class; empty for this host
  public void addParameters(JobSource source, ClassDescriptor jobClass, String server, Shell shell)
      throws CommandException {
    List<String> own =
        List.copyOf(
            spec.parent() == null
                ? spec.optionsMap().keySet()
                : spec.parent().optionsMap().keySet());
    List<String> rest = left.get().stream().skip(jobClass().isEmpty() ? 0 : 1).toList();
    refuseElsewhere(rest, jobClass);
    List<Problem> problems = new ArrayList<>();
    for (ParameterDescriptor one : jobClass.parameters()) {
      if (one.kind().equals("secret")) {
        source.refuseSecret(one.name(), problems);
      } else if (one.kind().equals("files")) {
        source.readFiles(one.name());
      }
    }
    Map<String, String> texts =
        ParameterOptions.read(jobClass, rest, shell, own, lists(jobClass, server), problems);
    texts.forEach((name, text) -> source.putParameter(name, text));
    source.addProblems(problems);
  }

  /// What lists the parameters and the options.
  private String lists(ClassDescriptor jobClass, String server) throws CommandException {
    String command = of.qualifiedName();
    String which = classFile().map(Path::toString).orElse(jobClass.id());
    return "'%1$s %2$s%3$s --help' lists its parameters, and '%1$s --help' the other options"
        .formatted(command, which, server);
  }
}
