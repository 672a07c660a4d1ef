package dev.broadside.cli.project;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside new-job`.
@Command(
    name = "new-job",
    description = {
      "Create a project for a job class of your own, in a new folder NAME.",
      "In that folder, 'broadside run NAME -f job.yaml' runs the class as it was last saved."
    })
public final class NewJobCommand implements Callable<Integer> {
  private final Shell shell;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "What the job class is called, such as money-transfer.")
  private String name = "";

  @Option(names = "--plain", description = "A class on the SPI alone, for what is no database.")
  private boolean plain;

  @Option(names = "--sql", description = "No Java: one YAML file of statements.")
  private boolean sql;

  public NewJobCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException {
    if (sql && plain) {
      throw new CommandException(
          Problem.wrong("--sql", "it says the opposite of --plain", "leave out one"));
    }
    ProjectName project = new ProjectName(name);
    List<String> bundled =
        Catalogue.of(shell.home().packs()).classes().stream().map(ClassDescriptor::id).toList();
    Optional<Problem> wrong = project.problem(bundled);
    if (wrong.isPresent()) {
      throw new CommandException(wrong.get());
    }
    Path folder = Path.of(name);
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new CommandException(
          Problem.wrong(
              "folder " + folder.toAbsolutePath(), "it is there already", "give another name"));
    }
    try {
      template().write(folder, project, shell.home()).forEach(shell.out()::println);
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong(
              "folder " + folder.toAbsolutePath(),
              "it cannot be written (" + Causes.of(e) + ")",
              "go where you may write"));
    }
    shell.out().println();
    shell.out().println("cd " + name);
    shell
        .out()
        .println(
            sql
                ? "broadside run %s.yaml --url jdbc:h2:mem:%s"
                    .formatted(name, project.packageName())
                : "broadside run " + name + " -f job.yaml");
    return ExitStatus.OK;
  }

  private ProjectTemplate template() {
    return sql ? ProjectTemplate.SQL : plain ? ProjectTemplate.PLAIN : ProjectTemplate.KIT;
  }
}
