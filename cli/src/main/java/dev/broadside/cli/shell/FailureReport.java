package dev.broadside.cli.shell;

import dev.broadside.core.param.PlainText;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns whatever ends a command badly into sentences on standard error and an exit status: the one
/// place that does.
public final class FailureReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private final PrintStream err;
  private final boolean traces;

  /// @param traces whether an unexpected failure also shows where it came from
  public FailureReport(PrintStream err, boolean traces) {
    this.err = err;
    this.traces = traces;
  }

  @Override
  public int handleParseException(ParameterException e, String[] line) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    tell(firstSentence(e) + "; see " + name + " --help.");
    return ExitStatus.WRONG_USE;
  }

  private static String firstSentence(ParameterException e) {
    String text = Causes.of(e).lines().findFirst().orElse("the command line is wrong");
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> like = unmatched.getSuggestions();
      text += like.isEmpty() ? "" : "; did you mean " + String.join(" or ", like) + "?";
    }
    String stripped = text.replaceAll("[.?]$", "");
    return stripped.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + stripped.substring(1);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return switch (e) {
      case CommandException ended -> {
        ended.problems().forEach(problem -> tell(problem.sentence()));
        yield ended.exitStatus();
      }
      case InterruptedException _ -> {
        tell("interrupted.");
        yield ExitStatus.FAILURE;
      }
      default -> unexpected(e);
    };
  }

  private int unexpected(Exception e) {
    tell(
        "failed unexpectedly, "
            + e.getClass().getSimpleName()
            + ": "
            + Causes.of(e)
            + (traces ? "" : " (BROADSIDE_LOG=debug shows where)"));
    if (traces) {
      e.printStackTrace(err);
    }
    return ExitStatus.FAILURE;
  }

  private void tell(String sentence) {
    err.println("broadside: " + PlainText.line(sentence));
  }
}
