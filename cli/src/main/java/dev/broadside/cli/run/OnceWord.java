package dev.broadside.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Lets `--once` take the next word if that is not the job class: in `run FILE --once sell` it is a
/// transaction, in `run --once FILE` it is not.
@SuppressWarnings("JdkObsolete") // picocli's own stack
final class OnceWord implements IParameterPreprocessor {
  static final String ONCE = "--once";

  @Override
  public boolean preprocess(
      Stack<String> arguments, CommandSpec command, ArgSpec none, Map<String, Object> info) {
    List<String> words = new ArrayList<>(arguments.reversed());
    int at = words.indexOf(ONCE);
    if (at >= 0) {
      boolean named = at + 1 < words.size() && !words.get(at + 1).startsWith("-");
      String name =
          named && knowsJobClass(words.subList(0, at), command) ? words.remove(at + 1) : "";
      words.set(at, ONCE + "=" + name);
      arguments.clear();
      arguments.addAll(words.reversed());
    }
    return false;
  }

  /// Whether these words name the job class, or the file that does.
  private static boolean knowsJobClass(List<String> words, CommandSpec command) {
    boolean taken = false;
    for (String word : words) {
      OptionSpec option = command.findOption(word.replaceFirst("=.*", ""));
      if ((!taken && !word.startsWith("-")) || List.of("-f", "--file").contains(word)) {
        return true;
      }
      taken =
          word.startsWith("-")
              && !word.contains("=")
              && (option == null || option.arity().max() > 0);
    }
    return false;
  }
}
