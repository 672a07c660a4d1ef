package dev.broadside.cli.completion;

import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/// `broadside completion`.
@Command(
    name = "completion",
    description = {
      "Print what makes a shell complete commands, options, job classes and their parameters.",
      "bash, zsh: source <(broadside completion bash)    in .bashrc, .zshrc",
      "fish: broadside completion fish > ~/.config/fish/completions/broadside.fish",
      "Make the script again after installing a job class, so that it completes that one, too."
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
              () -> new TypeConversionException("'" + text + "' is not bash, zsh or fish"));
    }
  }

  /// @param all makes the tree of all commands
  public CompletionCommand(Shell shell, Supplier<CommandLine> all) {
    this.shell = shell;
    this.all = all;
  }

  @Override
  public Integer call() throws CommandException {
    CommandLine root = all.get();
    List<ClassDescriptor> classes = LocalPacks.of(shell).catalogue(Optional.empty()).classes();
    JobClassWords words = JobClassWords.of(root.getCommandSpec(), classes);
    shell.out().print(script(root, words));
    return ExitStatus.OK;
  }

  private String script(CommandLine root, JobClassWords words) {
    return switch (kind) {
      case FISH -> FishScript.of(PROGRAM, root.getCommandSpec(), words);
      // The script for bash is one for zsh, too.
      case BASH, ZSH -> BashScript.of(PROGRAM, root, words);
    };
  }
}
