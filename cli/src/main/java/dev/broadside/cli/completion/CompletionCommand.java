package dev.broadside.cli.completion;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

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

  @Parameters(
      index = "0",
      paramLabel = "SHELL",
      converter = KindReader.class,
      completionCandidates = KindNames.class,
      description = "bash, zsh or fish.")
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

  /// The names of the shells.
  static final class KindNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(Kind.values()).map(Kind::toString).iterator();
    }
  }

  /// Reads one.
  static final class KindReader implements ITypeConverter<Kind> {
    @Override
    public Kind convert(String text) {
      return Stream.of(Kind.values())
          .filter(kind -> kind.toString().equals(text))
          .findFirst()
          .orElseThrow(
              () -> new TypeConversionException("'" + text + "' is none of bash, zsh and fish"));
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
