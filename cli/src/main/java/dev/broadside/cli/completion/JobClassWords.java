package dev.broadside.cli.completion;

import dev.broadside.cli.catalogue.ParameterOptions;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What shells offer in the place of a job class, and after one.
///
/// @param places the commands behind which one may stand, as they are written: `job submit`
/// @param takers those of them that take the class's parameters, too
/// @param classes those of this machine when the script is made
record JobClassWords(List<String> places, List<String> takers, List<ClassDescriptor> classes) {
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
