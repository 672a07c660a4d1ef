package dev.broadside.cli.shell;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Secret;
import dev.broadside.core.param.Suggestions;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns a command's failure into sentences on standard error and an exit status: the one place
/// that does.
public final class FailureReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private static final Pattern SECRET_NAME = Pattern.compile("(?i)token|passw|secret|pwd");

  /// Shorter ones are words, too, that stand in sentences.
  private static final int SHORTEST_SECRET = 6;

  /// What stands after the words that announce a secret: in a header, in the user's part of an
  /// address, in properties and in JSON.
  private static final Pattern SHOWN_SECRET =
      Pattern.compile(
          "(?i)(\\bBearer\\s+|://[^/\\s:@]*:|\\b(?:token|passwd|password|pwd|secret)\\b[\"']?\\s*[=:]\\s*[\"']?)"
              + "[^\\s\"'&;,@]+(?:\\s+[^\\s\"'&;,@]{20,})*");

  private final PrintStream err;
  private final boolean traces;
  private final List<String> secrets;

  /// @param shell whose variables with such names hold secrets, and whose `BROADSIDE_LOG` says
  ///   whether an unexpected failure also shows where it came from
  public FailureReport(Shell shell) {
    this.err = shell.err();
    this.traces = shell.variable("BROADSIDE_LOG").filter("debug"::equals).isPresent();
    this.secrets =
        shell.environment().entrySet().stream()
            .filter(variable -> SECRET_NAME.matcher(variable.getKey()).find())
            .flatMap(variable -> variable.getValue().lines())
            .filter(line -> line.length() >= SHORTEST_SECRET)
            .toList();
  }

  @Override
  public int handleParseException(ParameterException e, String[] line) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String sentence = firstSentence(e);
    tell(sentence + (sentence.endsWith("?") ? " See " : "; see ") + "'" + name + " --help'.");
    return ExitStatus.WRONG_USE;
  }

  private static String firstSentence(ParameterException e) {
    return switch (e) {
      case UnmatchedArgumentException unmatched -> unknown(unmatched);
      case MissingParameterException missing -> missing(missing);
      case ParameterException alone when calledAlone(alone) -> itsCommands(alone.getCommandLine());
      default -> inOurWords(e);
    };
  }

  /// Whether a group of commands was called without one of them; picocli has no type for it.
  private static boolean calledAlone(ParameterException e) {
    return !e.getCommandLine().getSubcommands().isEmpty()
        && e.getArgSpec() == null
        && Causes.of(e).startsWith("Missing required subcommand");
  }

  private static String itsCommands(CommandLine group) {
    return group.getCommandSpec().qualifiedName()
        + " needs a command: "
        + String.join(", ", group.getSubcommands().keySet());
  }

  private static String unknown(UnmatchedArgumentException e) {
    String word = e.getUnmatched().getFirst();
    boolean command = !e.getCommandLine().getSubcommands().isEmpty();
    String kind =
        e.isUnknownOption()
            ? "unknown option "
            : command ? "unknown command " : "unexpected argument ";
    Collection<String> known =
        e.isUnknownOption()
            ? e.getCommandLine().getCommandSpec().optionsMap().keySet()
            : e.getCommandLine().getSubcommands().keySet();
    String mend = Suggestions.mend(word, known, "");
    return kind + Suggestions.quote(word) + (mend.isEmpty() ? "" : ": " + mend);
  }

  /// What is missing of an option that nobody must give is its value.
  private static String missing(MissingParameterException e) {
    if (e.getMissing().isEmpty()) {
      return inOurWords(e);
    }
    if (e.getMissing().getFirst() instanceof OptionSpec option && !option.required()) {
      return "option "
          + option.longestName()
          + ": its value "
          + option.paramLabel()
          + " is missing";
    }
    return e.getMissing().stream().map(FailureReport::name).collect(Collectors.joining(" and "))
        + (e.getMissing().size() == 1 ? " is missing" : " are missing");
  }

  private static String name(ArgSpec missing) {
    return missing instanceof OptionSpec option ? option.longestName() : missing.paramLabel();
  }

  private static String inOurWords(ParameterException e) {
    String text =
        Causes.of(e)
            .lines()
            .findFirst()
            .orElse("the command line is wrong")
            .replace("is not an int", "is not a whole number")
            .replaceFirst("^Error: (.*) are mutually exclusive .*", "$1: only one can be given")
            .replaceFirst(
                "^Value for (?:option )*'(\\S+)' \\((.*)\\) should be in .* format but was (.*)",
                "option $1: '$3' is no $2")
            .replaceAll("[.?]$", "");
    return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
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
            + withoutSecrets(Causes.of(e))
            + (traces ? "" : " (BROADSIDE_LOG=debug shows where)"));
    if (traces) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      err.println(withoutSecrets(trace.toString()));
    }
    return ExitStatus.FAILURE;
  }

  /// The failure was not foreseen, so its text may quote anything that the command was given.
  private String withoutSecrets(String text) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, Secret.REDACTED);
    }
    return SHOWN_SECRET.matcher(clean).replaceAll("$1" + Secret.REDACTED);
  }

  private void tell(String sentence) {
    err.println("broadside: " + PlainText.line(sentence));
  }
}
