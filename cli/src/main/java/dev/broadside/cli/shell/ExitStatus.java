package dev.broadside.cli.shell;

import dev.broadside.core.param.Problem;
import java.util.List;

/// What the command's exit status means.
public final class ExitStatus {
  public static final int OK = 0;

  /// Something failed that should not have.
  public static final int FAILURE = 1;

  /// The command line, a parameter or a file is wrong.
  public static final int WRONG_USE = 2;

  /// A threshold was broken.
  public static final int THRESHOLD_BROKEN = 3;

  /// The run is not a valid measurement: an agent or a worker was lost, its sums do not balance, or
  /// nobody can say whether its thresholds hold.
  public static final int INVALID_RUN = 4;

  /// The server or the target database cannot be reached, or refuses us.
  public static final int UNREACHABLE = 5;

  /// A signal's exit status is this plus its number.
  public static final int SIGNAL = 128;

  private ExitStatus() {}

  /// What a list of problems leads to.
  public static int of(List<Problem> problems) {
    return of(Problem.Kind.of(problems));
  }

  private static int of(Problem.Kind kind) {
    return switch (kind) {
      case WRONG_INPUT -> WRONG_USE;
      case UNREACHABLE -> UNREACHABLE;
    };
  }

  /// What it leads to that a job never began.
  ///
  /// @param refusal the word of a kind of problem; another one if it failed otherwise
  public static int ofRefusal(String refusal) {
    return Problem.Kind.of(refusal).map(ExitStatus::of).orElse(FAILURE);
  }
}
