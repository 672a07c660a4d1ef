package dev.broadside.cli;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.FailureReport;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.core.param.Problem;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/// The `broadside` command: reads the command line, runs one command, and exits with its status.
public final class Broadside {
  private final Shell shell;

  public Broadside(Shell shell) {
    this.shell = shell;
  }

  public static void main(String[] line) {
    int status = new Broadside(Shell.ofProcess()).run(line);
    if (status != ExitStatus.OK || !alone()) {
      System.exit(status);
    }
  }

  /// Whether the process ends when this thread does. That is quicker than an exit, for which the
  /// JDK looks for a logger in every jar.
  private static boolean alone() {
    return Thread.getAllStackTraces().keySet().stream()
        .allMatch(one -> one.isDaemon() || one.equals(Thread.currentThread()));
  }

  /// Runs one command.
  ///
  /// @return its exit status
  public int run(String... line) {
    String[] words = customary(line);
    CommandLine command = Commands.tree(shell, words);
    arrange(command);
    if (words.length == 0) {
      command.usage(shell.err());
      return ExitStatus.WRONG_USE;
    }
    int status = withOutput(command.execute(words));
    shell.err().flush();
    return status;
  }

  /// A command fails if its output could not be written; a print stream says so only when asked.
  private int withOutput(int status) {
    if (!shell.out().checkError() || status != ExitStatus.OK) {
      return status;
    }
    Problem unwritten =
        Problem.wrong(
            "standard output", "not all of it could be written", "make room, or name another file");
    shell.err().println("broadside: " + unwritten.sentence());
    return ExitStatus.FAILURE;
  }

  /// Other forms that people try: `help run`, `--version`.
  private static String[] customary(String... line) {
    String first = line.length == 0 ? "" : line[0];
    return switch (first) {
      case "help" ->
          Stream.concat(Stream.of(line).skip(1), Stream.of("--help")).toArray(String[]::new);
      case "-V", "--version" ->
          Stream.concat(Stream.of("version"), Stream.of(line).skip(1)).toArray(String[]::new);
      default -> line;
    };
  }

  /// Refuses what picocli passes over: options of a command before the one under it, which does not
  /// look at them, and a word beside `--help` that is no command.
  private static ParseResult whole(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand() && !last.isUsageHelpRequested()) {
      CommandLine under = last.subcommand().commandSpec().commandLine();
      if (!last.matchedOptions().isEmpty()) {
        throw new ParameterException(
            under,
            "Option "
                + last.matchedOptions().getFirst().longestName()
                + " stands before "
                + under.getCommandName()
                + ", which does not look at it: give a command its options after its name");
      }
      last = last.subcommand();
    }
    CommandLine named = last.commandSpec().commandLine();
    if (!named.getSubcommands().isEmpty() && !last.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(named, last.unmatched());
    }
    return parsed;
  }

  private void arrange(CommandLine command) {
    FailureReport failures = new FailureReport(shell);
    Terminal terminal = shell.outTerminal();
    command
        .setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(Help.defaultColorScheme(terminal.colour() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setAbbreviatedOptionsAllowed(false)
        .setExecutionStrategy(parsed -> new RunLast().execute(whole(parsed)))
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }
}
