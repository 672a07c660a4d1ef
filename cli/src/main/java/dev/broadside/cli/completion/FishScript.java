package dev.broadside.cli.completion;

import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The script by which fish completes a tree of commands, made from the same model as their help.
final class FishScript {
  /// Whether the words before the cursor are a command, or begin with it, or hold a job class that
  /// a command hint.
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

  /// A job class at each place of one, and the options of its parameters behind it.
  private void add(ClassDescriptor jobClass, List<String> places) {
    String word = "-a " + jobClass.id() + about(jobClass.title());
    places.forEach(place -> complete("__" + program + "_is " + place, word));
    String behind = "__" + program + "_class " + jobClass.id();
    JobClassWords.options(jobClass).forEach(option -> add(behind, option));
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
