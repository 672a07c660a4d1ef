package dev.broadside.cli.run;

import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.client.run.LocalExport;
import dev.broadside.client.run.LocalOrder;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// The option of `broadside load` that writes files in place of loading a database.
final class FilesOption {
  private static final String TO = "--to";

  @Option(
      names = TO,
      arity = "2",
      hidden = true,
      paramLabel = "FORM DIRECTORY",
      description = LoadCommand.TO)
  private List<String> to = List.of();

  boolean given() {
    return !to.isEmpty();
  }

  private static CommandException wrong(String what, String mend) {
    return new CommandException(Problem.wrong(TO, what, mend));
  }

  private Path folder(LocalOrder order) throws CommandException {
    if (!JobDocument.LOAD_ONLY.in(order.spec())) {
      throw wrong("a run writes no files of its data", "use 'broadside load'");
    }
    if (!List.of("csv", "sql").contains(to.getFirst())) {
      throw wrong(
          "\"" + PlainText.line(to.getFirst(), 40) + "\" is no form of files", "give csv or sql");
    }
    Path folder = Path.of(to.getLast());
    try {
      Files.createDirectories(folder);
      try (Stream<Path> there = Files.list(folder)) {
        if (there.findAny().isPresent()) {
          throw wrong("the directory " + folder + " is not empty", "empty it, or name another one");
        }
      }
    } catch (IOException e) {
      throw wrong(
          "the directory " + folder + " cannot be made (" + Causes.of(e) + ")", "name another one");
    }
    return folder;
  }

  /// Writes the files, and prints their names.
  int write(LocalOrder order, Shell shell, boolean quiet)
      throws CommandException, InterruptedException {
    Path folder = folder(order);
    try (RunView view = new RunView(shell, quiet)) {
      long beganNanos = System.nanoTime();
      List<Problem> problems =
          LocalExport.write(
              order,
              folder,
              to.getFirst(),
              at -> {
                if (!at.detail().isEmpty()) {
                  view.progress(
                      at.detail(),
                      at.done(),
                      at.total(),
                      Duration.ofNanos(System.nanoTime() - beganNanos));
                }
              },
              new SystemTime());
      if (!problems.isEmpty()) {
        throw new CommandException(problems);
      }
    } catch (CommandException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw CommandException.failure(
          List.of(
              Problem.wrong(
                  "files in " + folder,
                  PlainText.line(Causes.of(e)),
                  "mend that, empty the directory, and give the command again")));
    }
    print(folder, shell);
    return ExitStatus.OK;
  }

  private static void print(Path folder, Shell shell) throws CommandException {
    try (Stream<Path> written = Files.list(folder)) {
      for (Path file : written.sorted().toList()) {
        shell.out().printf("%,15d bytes  %s%n", Files.size(file), file);
      }
    } catch (IOException e) {
      throw wrong("the files cannot be listed (" + Causes.of(e) + ")", "see the directory");
    }
  }
}
