package dev.broadside.cli.run;

import dev.broadside.core.job.Bounds;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Load threads of each agent: one number, or the steps of a ladder.
///
/// @param counts at least one
public record ThreadList(List<Integer> counts) {
  private static final int MOST_STEPS = 100;
  private static final int LONGEST = 60;

  public ThreadList {
    counts = List.copyOf(counts);
  }

  /// Whether it is a ladder.
  public boolean several() {
    return counts.size() > 1;
  }

  int first() {
    return counts.getFirst();
  }

  /// What is wrong with it.
  Optional<Problem> problem() {
    Optional<Integer> outside =
        counts.stream().filter(n -> n < 1 || n > Bounds.MAX_THREADS).findFirst();
    if (outside.isPresent()) {
      return Optional.of(
          Problem.wrong(
              "--threads", outside.get() + " is out of range", "give 1 to " + Bounds.MAX_THREADS));
    }
    if (new HashSet<>(counts).size() < counts.size()) {
      return Optional.of(
          Problem.wrong("--threads", "a number stands there twice", "give each number once"));
    }
    if (counts.size() > MOST_STEPS) {
      return Optional.of(
          Problem.wrong(
              "--threads", "it has " + counts.size() + " steps", "give at most " + MOST_STEPS));
    }
    return Optional.empty();
  }

  /// Reads `8` or `1,2,4,8`.
  public static final class Converter implements ITypeConverter<ThreadList> {
    @Override
    public ThreadList convert(String text) {
      try {
        return new ThreadList(
            Arrays.stream(text.split(",", -1)).map(String::strip).map(Integer::valueOf).toList());
      } catch (NumberFormatException _) {
        throw new TypeConversionException(
            '"'
                + PlainText.line(text, LONGEST)
                + "\" is not a number of threads such as 8, nor several such as 1,2,4,8");
      }
    }
  }
}
