package dev.broadside.cli.completion;

import static java.util.stream.Collectors.joining;

import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.List;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The script by which bash completes a tree of commands; zsh understands it, too. It is picocli's
/// script, with the options of job classes added, and with files for every option that takes one.
final class BashScript {

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

      # At the place of a job class its id, or a file that names one; behind one its options and their words.
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
          BEHIND) ;;
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
            .flatMap(one -> JobClassWords.options(one).stream().map(option -> values(one, option)))
            .collect(joining());
    return AutoComplete.bash(program, root)
        + AROUND
            .replace("PROGRAM", program)
            .replace("OPTIONS", options)
            .replace("VALUES", values)
            .replace("PLACES", places(words.places(), ""))
            .replace("TAKING", places(takingFiles(root.getCommandSpec(), "").toList(), ""))
            .replace("FILED", places(words.takers(), ""))
            .replace("BEHIND", places(words.takers(), "\\ *"))
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
        JobClassWords.options(jobClass).stream().map(OptionSpec::longestName).collect(joining(" "));
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
