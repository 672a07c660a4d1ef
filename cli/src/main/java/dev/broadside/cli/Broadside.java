package dev.broadside.cli;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.FailureReport;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The `broadside` command: reads the command line, runs one command, and exits with its status.
public final class Broadside {
  private static final int USUAL_WIDTH = 80;
  private static final int MOST_WIDTH = 120;

  private final Shell shell;

  public Broadside(Shell shell) {
    this.shell = shell;
  }

  public static void main(String[] line) {
    int status = new Broadside(Shell.ofProcess()).run(line);
    System.exit(status);
  }

  /// Runs one command.
  ///
  /// @return its exit status
  public int run(String... line) {
    CommandLine command = Commands.tree(shell, line);
    if (line.length == 0) {
      arrange(command);
      command.usage(shell.err());
      return ExitStatus.WRONG_USE;
    }
    arrange(command);
    int status = command.execute(line);
    shell.out().flush();
    shell.err().flush();
    return status;
  }

  /// Every command with every option.
  static CommandLine all(Shell shell) {
    CommandLine tree = Commands.tree(shell);
    addHelp(tree);
    return tree;
  }

  private void arrange(CommandLine command) {
    addHelp(command);
    boolean traces = shell.variable("BROADSIDE_LOG").filter("debug"::equals).isPresent();
    FailureReport failures = new FailureReport(shell.err(), traces);
    Terminal terminal = shell.outTerminal();
    int width = terminal.columns() == Integer.MAX_VALUE ? USUAL_WIDTH : terminal.columns();
    command
        .setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(Help.defaultColorScheme(terminal.colour() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setUsageHelpWidth(Math.clamp(width, 55, MOST_WIDTH))
        .setAbbreviatedOptionsAllowed(false)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }

  private static void addHelp(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
    // Under each of its names stands the same command.
    Set.copyOf(command.getSubcommands().values()).forEach(Broadside::addHelp);
  }
}
