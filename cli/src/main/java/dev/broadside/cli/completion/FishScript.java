package dev.broadside.cli.completion;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What makes fish complete a tree of commands, read from the same model as its help.
final class FishScript {
  private static final Set<String> FILES = Set.of("FILE", "DIR", "A", "B");

  /// Whether the words before the cursor are a command, or begin with it.
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
      complete -c PROGRAM -f
      """;

  private final String program;
  private final StringBuilder script;

  private FishScript(String program) {
    this.program = program;
    this.script = new StringBuilder(FUNCTIONS.replace("PROGRAM", program));
  }

  static String of(String program, CommandSpec root) {
    FishScript script = new FishScript(program);
    script.add(root, List.of());
    return script.script.toString();
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
        complete(in, names(option) + value(option) + about(option.description()));
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

  /// What an option or a parameter takes: files, one of some words, anything, or nothing. With `-r`
  /// alone fish offers files for whatever an option takes.
  private static String value(ArgSpec arg) {
    boolean taking = arg.isOption() && arg.arity().max() > 0;
    if (isFile(arg)) {
      return (taking ? " -r" : "") + " -F";
    }
    String required = taking ? " -x" : "";
    List<String> words =
        arg.completionCandidates() == null
            ? List.of()
            : StreamSupport.stream(arg.completionCandidates().spliterator(), false).toList();
    return words.isEmpty() ? required : required + " -a " + quoted(String.join(" ", words));
  }

  private static boolean isFile(ArgSpec arg) {
    return FILES.contains(arg.paramLabel())
        || arg.type() == Path.class
        || List.of(arg.auxiliaryTypes()).contains(Path.class);
  }

  private static String about(String[] description) {
    return description.length == 0 ? "" : " -d " + quoted(description[0]);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
