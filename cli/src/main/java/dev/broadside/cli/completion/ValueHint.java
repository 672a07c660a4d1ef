package dev.broadside.cli.completion;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;

/// How a shell can complete the value of an option or a parameter.
///
/// @param value whether a value has to follow
/// @param file whether the value is a file
/// @param words the values that there are; empty if any text will do
record ValueHint(boolean value, boolean file, List<String> words) {
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
