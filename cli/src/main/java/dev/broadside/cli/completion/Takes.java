package dev.broadside.cli.completion;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;

/// What an option or a parameter takes, as far as a shell can complete it.
///
/// @param value whether something has to follow it
/// @param file whether that is a file
/// @param words those of which it is one; none where it may be anything
record Takes(boolean value, boolean file, List<String> words) {
  private static final Set<String> FILES = Set.of("FILE", "DIR", "A", "B");

  static Takes of(ArgSpec arg) {
    boolean value = arg.isOption() && arg.arity().max() > 0;
    boolean file =
        FILES.contains(arg.paramLabel())
            || arg.type() == Path.class
            || List.of(arg.auxiliaryTypes()).contains(Path.class);
    List<String> words =
        arg.completionCandidates() == null
            ? List.of()
            : StreamSupport.stream(arg.completionCandidates().spliterator(), false).toList();
    return new Takes(value, file, words);
  }
}
