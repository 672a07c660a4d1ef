package dev.broadside.cli.completion;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `broadside completion`.
@Command(
    name = "completion",
    description = {
      "Print what makes a shell complete commands and options.",
      "bash, zsh: source <(broadside completion bash)    in .bashrc, .zshrc",
      "fish: broadside completion fish > ~/.config/fish/completions/broadside.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  private static final String PROGRAM = "broadside";

  private final Shell shell;
  private final Supplier<CommandLine> all;

  @Parameters(index = "0", paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  private Kind kind = Kind.BASH;

  /// Which shell.
  enum Kind {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param all makes the tree of all commands
  public CompletionCommand(Shell shell, Supplier<CommandLine> all) {
    this.shell = shell;
    this.all = all;
  }

  @Override
  public Integer call() {
    // The script for bash is one for zsh, too.
    shell
        .out()
        .print(
            kind == Kind.FISH
                ? FishScript.of(PROGRAM, all.get().getCommandSpec())
                : AutoComplete.bash(PROGRAM, all.get()));
    return ExitStatus.OK;
  }
}
