package dev.broadside.core.work;

import dev.broadside.core.param.Problem;
import java.util.Locale;

/// One line about what was found before the load.
///
/// @param check what was looked at, in a word or two: `connections`
/// @param level whether the job may begin
/// @param figures what was found, with numbers: `8 of 151 in use, 64 wanted`
/// @param mend what to do about it, without a final full stop; empty if nothing is to be done
public record Finding(String check, Level level, String figures, String mend) {

  /// What a finding means for the job.
  public enum Level {
    OK,
    /// The job may begin, but its result may not be what was meant.
    WARN,
    /// The job cannot do what is asked.
    FAIL;

    /// The word in documents.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Finding ok(String check, String figures) {
    return new Finding(check, Level.OK, figures, "");
  }

  public static Finding warn(String check, String figures, String mend) {
    return new Finding(check, Level.WARN, figures, mend);
  }

  public static Finding fail(String check, String figures, String mend) {
    return new Finding(check, Level.FAIL, figures, mend);
  }

  /// A problem as a finding. A place that is an address becomes part of the figures.
  public static Finding of(Problem problem) {
    return problem.where().contains(":")
        ? fail("target", problem.where() + ": " + problem.what(), problem.mend())
        : fail(problem.where(), problem.what(), problem.mend());
  }
}
