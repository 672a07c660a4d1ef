package dev.broadside.cli.completion;

import static java.util.stream.Collectors.joining;

import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.catalogue.ParameterOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `broadside completion`.
@Command(
    name = "completion",
    description = {
      "Print what makes a shell complete commands, options, job classes and their parameters.",
      "bash, zsh: source <(broadside completion bash)    in .bashrc, .zshrc",
      "fish: broadside completion fish > ~/.config/fish/completions/broadside.fish",
      "Make the script again after you install a job class, so that it knows that one, too."
    })
public final class CompletionCommand implements Callable<Integer> {
  private static final String PROGRAM = "broadside";

  private final Shell shell;
  private final Supplier<CommandLine> all;

  @Parameters(
      index = "0",
      paramLabel = "SHELL",
      converter = KindReader.class,
      completionCandidates = KindNames.class,
      description = "bash, zsh or fish.")
  private Kind kind = Kind.BASH;

  /// The shells that it knows.
  enum Kind {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The names of the shells.
  static final class KindNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(Kind.values()).map(Kind::toString).iterator();
    }
  }

  /// Reads one.
  static final class KindReader implements ITypeConverter<Kind> {
    @Override
    public Kind convert(String text) {
      return Stream.of(Kind.values())
          .filter(kind -> kind.toString().equals(text))
          .findFirst()
          .orElseThrow(
              () -> new TypeConversionException("'" + text + "' is not bash, zsh or fish"));
    }
  }

  /// @param all makes the tree of all commands
  public CompletionCommand(Shell shell, Supplier<CommandLine> all) {
    this.shell = shell;
    this.all = all;
  }

  @Override
  public Integer call() throws CommandException {
    CommandLine root = all.get();
    List<ClassDescriptor> classes = LocalPacks.of(shell).catalogue(Optional.empty()).classes();
    JobClassWords words = JobClassWords.of(root.getCommandSpec(), classes);
    shell.out().print(script(root, words));
    return ExitStatus.OK;
  }

  private String script(CommandLine root, JobClassWords words) {
    return switch (kind) {
      case FISH -> FishScript.of(PROGRAM, root.getCommandSpec(), words);
      // The script for bash is one for zsh, too.
      case BASH, ZSH -> BashScript.of(PROGRAM, root, words);
    };
  }

  /// The script by which bash completes a tree of commands; zsh understands it, too. It is
  /// picocli's script, with the options of job classes added, and with files for every option that
  /// takes one.
  private static final class BashScript {

    /// Zsh runs it with arrays from 0, too, and has no `compopt`.
    private static final String AROUND =
        """

        # The options of a job class.
        function __PROGRAM_options() {
          case "$1" in
        OPTIONS    *) ;;
          esac
        }

        # What an option of a job class takes: words, or files.
        function __PROGRAM_values() {
          case "$1" in
        VALUES    *) ;;
          esac
        }

        function __PROGRAM_files() {
          type compopt &>/dev/null && compopt -o filenames
          COMPREPLY+=( $(compgen -f -- "$1") )
        }

        # Where a job class may stand: its id, or a file. After it: its options and their values.
        function _PROGRAM() {
          local word="${COMP_WORDS[COMP_CWORD]}" last="${COMP_WORDS[COMP_CWORD-1]}"
          local line="${COMP_WORDS[*]:1:$((COMP_CWORD-1))}" one options values
          COMPREPLY=()
          case "$line" in
            TAKING) __PROGRAM_files "$word"; return ;;
          esac
          _complete_PROGRAM
          case "$line" in
            PLACES)
              [[ "$word" == -* ]] && return
              COMPREPLY=( $(compgen -W "CLASSES" -- "$word") )
              ;;
          esac
          case "$line" in
            FILED) [[ -n "$word" ]] && __PROGRAM_files "$word"; return ;;
            AFTER) ;;
            *) return ;;
          esac
          for one in "${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
            options="$(__PROGRAM_options "$one")"
            if [[ -n "$options" ]]; then
              values="$(__PROGRAM_values "$one $last")"
              if [[ "$values" == FILES ]]; then
                __PROGRAM_files "$word"
              elif [[ -n "$values" ]]; then
                COMPREPLY=( $(compgen -W "$values" -- "$word") )
              elif [[ "$word" == -* ]]; then
                COMPREPLY+=( $(compgen -W "$options" -- "$word") )
              fi
              return
            fi
          done
        }
        complete -F _PROGRAM -o default PROGRAM PROGRAM.sh PROGRAM.bash
        """;

    private BashScript() {}

    static String of(String program, CommandLine root, JobClassWords words) {
      String options = words.classes().stream().map(BashScript::options).collect(joining());
      String values =
          words.classes().stream()
              .flatMap(
                  one -> JobClassWords.options(one).stream().map(option -> values(one, option)))
              .collect(joining());
      return AutoComplete.bash(program, root)
          + AROUND
              .replace("PROGRAM", program)
              .replace("OPTIONS", options)
              .replace("VALUES", values)
              .replace("PLACES", places(words.places(), ""))
              .replace("TAKING", places(takingFiles(root.getCommandSpec(), "").toList(), ""))
              .replace("FILED", places(words.takers(), ""))
              .replace("AFTER", places(words.takers(), "\\ *"))
              .replace("CLASSES", String.join(" ", words.ids()));
    }

    private static String places(List<String> commands, String end) {
      return commands.stream()
          .map(command -> command.replace(" ", "\\ ") + end)
          .collect(joining(" | "));
    }

    /// What stands before a file that an option takes: `run* --html`.
    private static Stream<String> takingFiles(CommandSpec command, String path) {
      return Stream.concat(
          command.options().stream()
              .filter(option -> ValueHint.of(option).file())
              .flatMap(option -> Stream.of(option.names()))
              .map(name -> path.strip() + "* " + name),
          command.subcommands().entrySet().stream()
              .flatMap(below ->
                  takingFiles(below.getValue().getCommandSpec(), path + " " + below.getKey())));
    }

    private static String options(ClassDescriptor jobClass) {
      String names =
          JobClassWords.options(jobClass).stream()
              .map(OptionSpec::longestName)
              .collect(joining(" "));
      return names.isEmpty() ? "" : "    %s) echo '%s' ;;%n".formatted(jobClass.id(), names);
    }

    private static String values(ClassDescriptor jobClass, OptionSpec option) {
      ValueHint hint = ValueHint.of(option);
      String values = hint.file() ? "FILES" : String.join(" ", hint.words());
      return values.isEmpty()
          ? ""
          : "    %s\\ %s) echo '%s' ;;%n".formatted(jobClass.id(), option.longestName(), values);
    }
  }

  /// The script by which fish completes a tree of commands, made from the same model as their help.
  private static final class FishScript {
    /// Whether the words before the cursor are a command, or begin with it, or hold a job class
    /// that a command hint.
    private static final String FUNCTIONS =
        """
        function __PROGRAM_is
            set -l words (commandline -opc)[2..-1]
            test "$words" = "$argv"
        end
        function __PROGRAM_in
            set -l words (commandline -opc)[2..-1]
            set -l length (count $argv)
            test (count $words) -ge $length
            and test "$words[1..$length]" = "$argv"
        end
        function __PROGRAM_class
            contains -- $argv[1] (commandline -opc)[2..-1]
            and for command in COMMANDS
                __PROGRAM_in (string split ' ' $command)
                and return 0
            end
            return 1
        end
        complete -c PROGRAM -f
        """;

    private final String program;
    private final StringBuilder script;

    private FishScript(String program, JobClassWords words) {
      this.program = program;
      String takers =
          words.takers().stream().map(FishScript::quoted).collect(Collectors.joining(" "));
      this.script =
          new StringBuilder(FUNCTIONS.replace("PROGRAM", program).replace("COMMANDS", takers));
    }

    static String of(String program, CommandSpec root, JobClassWords words) {
      FishScript script = new FishScript(program, words);
      script.add(root, List.of());
      words.classes().forEach(one -> script.add(one, words.places()));
      return script.script.toString();
    }

    /// Completes the job class where one may stand, and after it the options of its parameters.
    private void add(ClassDescriptor jobClass, List<String> places) {
      String word = "-a " + jobClass.id() + about(jobClass.title());
      places.forEach(place -> complete("__" + program + "_is " + place, word));
      String after = "__" + program + "_class " + jobClass.id();
      JobClassWords.options(jobClass).forEach(option -> add(after, option));
    }

    private void add(CommandSpec command, List<String> path) {
      command
          .subcommands()
          .forEach((name, line) -> {
            String is = "__" + program + "_is " + String.join(" ", path);
            complete(is, "-a " + name + about(line.getCommandSpec().usageMessage().description()));
            List<String> below = new ArrayList<>(path);
            below.add(name);
            add(line.getCommandSpec(), below);
          });
      if (path.isEmpty()) {
        return;
      }
      String in = "__" + program + "_in " + String.join(" ", path);
      for (OptionSpec option : command.options()) {
        if (!option.hidden()) {
          add(in, option);
        }
      }
      // A job class may be a file, and stands among the words that only the command can read.
      if (command.parser().unmatchedArgumentsAllowed()) {
        complete(in, "-F");
      }
      command.positionalParameters().stream()
          .map(FishScript::value)
          .filter(value -> !value.isEmpty())
          .forEach(value -> complete(in, value.strip()));
    }

    private void add(String when, OptionSpec option) {
      complete(when, names(option) + value(option) + about(option.description()));
    }

    private void complete(String when, String what) {
      script.append("complete -c %s -n '%s' %s%n".formatted(program, when.strip(), what));
    }

    private static String names(OptionSpec option) {
      List<String> names = new ArrayList<>();
      for (String name : option.names()) {
        names.add(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1));
      }
      return String.join(" ", names);
    }

    /// How a value is completed. `-x` is there because with `-r` alone fish offers files.
    private static String value(ArgSpec arg) {
      ValueHint hint = ValueHint.of(arg);
      if (hint.file()) {
        return (hint.value() ? " -r" : "") + " -F";
      }
      String required = hint.value() ? " -x" : "";
      return hint.words().isEmpty()
          ? required
          : required + " -a " + quoted(String.join(" ", hint.words()));
    }

    private static String about(String... description) {
      return description.length == 0 ? "" : " -d " + quoted(description[0]);
    }

    private static String quoted(String text) {
      return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
  }

  /// What shells offer in the place of a job class, and after one.
  ///
  /// @param places the commands after which a job class may stand, as they are written: `job
  ///   submit`
  /// @param takers those of them that take the class's parameters, too
  /// @param classes those of this machine when the script is made
  private record JobClassWords(
      List<String> places, List<String> takers, List<ClassDescriptor> classes) {
    JobClassWords {
      places = List.copyOf(places);
      takers = List.copyOf(takers);
      classes = List.copyOf(classes);
    }

    /// @param root of the tree of all commands
    static JobClassWords of(CommandSpec root, List<ClassDescriptor> classes) {
      Map<String, CommandSpec> places = new LinkedHashMap<>();
      collect(root, "", places);
      List<String> takers =
          places.entrySet().stream()
              .filter(place -> place.getValue().parser().unmatchedArgumentsAllowed())
              .map(Map.Entry::getKey)
              .toList();
      return new JobClassWords(List.copyOf(places.keySet()), takers, classes);
    }

    private static void collect(CommandSpec command, String path, Map<String, CommandSpec> places) {
      if (isPlace(command)) {
        places.put(path.strip(), command);
      }
      command
          .subcommands()
          .forEach((name, line) -> collect(line.getCommandSpec(), path + " " + name, places));
    }

    /// The parameters' options are none of the command's own, so that its synopsis has to tell.
    private static boolean isPlace(CommandSpec command) {
      return Stream.concat(
              Arrays.stream(command.usageMessage().customSynopsis()),
              command.positionalParameters().stream().map(ArgSpec::paramLabel))
          .anyMatch(text -> text.contains("JOBCLASS"));
    }

    List<String> ids() {
      return classes.stream().map(ClassDescriptor::id).toList();
    }

    /// The options that a class's parameters make.
    static List<OptionSpec> options(ClassDescriptor jobClass) {
      return jobClass.parameters().stream()
          .flatMap(one -> ParameterOptions.declare(one).stream())
          .toList();
    }
  }

  /// How a shell can complete the value of an option or a parameter.
  ///
  /// @param value whether a value has to follow
  /// @param file whether the value is a file
  /// @param words the values that there are; empty if any text will do
  private record ValueHint(boolean value, boolean file, List<String> words) {
    private static final Set<String> FILES = Set.of("FILE", "DIR", "A", "B");

    static ValueHint of(ArgSpec arg) {
      boolean value = arg.isOption() && arg.arity().max() > 0;
      boolean file =
          FILES.contains(arg.paramLabel())
              || arg.type() == Path.class
              || List.of(arg.auxiliaryTypes()).contains(Path.class);
      List<String> words =
          arg.completionCandidates() == null
              ? List.of()
              : StreamSupport.stream(arg.completionCandidates().spliterator(), false).toList();
      return new ValueHint(value, file, words);
    }
  }
}
