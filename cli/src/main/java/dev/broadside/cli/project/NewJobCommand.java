package dev.broadside.cli.project;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Home;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside new-job`.
@Command(
    name = "new-job",
    description = {
      "Create a project for a job class of your own, in a new folder NAME.",
      "In that folder, 'broadside run NAME -f job.yaml' runs the class as it was last saved.",
      "With --from-statements, write NAME.yaml of what a database was asked most often."
    })
public final class NewJobCommand implements Callable<Integer> {
  private final Shell shell;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "The name of the job class, such as money-transfer.")
  private String name = "";

  @Option(
      names = "--plain",
      description = "A class on the SPI alone, for systems that are no databases.")
  private boolean plain;

  @Option(names = "--sql", description = "No Java: one YAML file of statements.")
  private boolean sql;

  private final StatementOptions statements = new StatementOptions();

  private NewJobCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command.
  public static CommandLine line(Shell shell) {
    NewJobCommand command = new NewJobCommand(shell);
    return command.statements.addTo(new CommandLine(command));
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
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
    statements.check(sql || plain);
    if (statements.wanted()) {
      statements.write(name, shell);
      return ExitStatus.OK;
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

  /// The files of a new project. They lie among the resources of this package; a word in double
  /// braces stands for what differs between projects.
  enum ProjectTemplate {
    KIT("kit", "against a database in its own memory"),
    PLAIN("plain", "against files in target/"),
    SQL("sql", "against a database in its own memory");

    private static final List<String> WRAPPER =
        List.of("mvnw", "mvnw.cmd", ".mvn/wrapper/maven-wrapper.properties");

    private final String kind;
    private final String against;

    ProjectTemplate(String kind, String against) {
      this.kind = kind;
      this.against = against;
    }

    /// Resources by the file that is made of each.
    private Map<String, String> files(ProjectName name) {
      Map<String, String> files = new LinkedHashMap<>();
      if (this == SQL) {
        files.put("README.md", "sql-README.md");
        files.put(name.text() + ".yaml", "sql-class.yaml");
        return files;
      }
      String path = "java/example/" + name.packageName() + "/" + name.className();
      files.put("README.md", "README.md");
      files.put("job.yaml", kind + "-job.yaml");
      if (this == KIT) {
        files.put(name.text() + ".yaml", "sql-class.yaml");
      }
      files.put("src/main/" + path + ".java", kind + "-class.java");
      files.put("src/test/" + path + "Test.java", kind + "-test.java");
      files.put("pom.xml", "pom.xml");
      files.put(".mvn/maven.config", "maven.config");
      files.put(".editorconfig", "editorconfig");
      files.put(".gitignore", "gitignore");
      files.put(".vscode/launch.json", "launch.json");
      for (String one : List.of("One_iteration.xml", "Load_in_this_JVM.xml", "Attach.xml")) {
        files.put(".idea/runConfigurations/" + one, one);
      }
      return files;
    }

    private Map<String, String> words(ProjectName name, Home home) {
      return Map.of(
          "{{name}}", name.text(),
          "{{class}}", name.className(),
          "{{package}}", name.packageName(),
          "{{table}}", name.tableName(),
          "{{title}}", name.title(),
          "{{against}}", against,
          "{{home}}", home.root().toString());
    }

    /// Writes a project.
    ///
    /// @param folder which does not exist
    /// @return what was written, without the folder
    List<String> write(Path folder, ProjectName name, Home home) throws IOException {
      List<String> written = new ArrayList<>();
      for (Map.Entry<String, String> one : files(name).entrySet()) {
        String text = resource(one.getValue());
        for (Map.Entry<String, String> word : words(name, home).entrySet()) {
          text = text.replace(word.getKey(), word.getValue());
        }
        Files.writeString(fresh(folder, one.getKey()), text);
        written.add(one.getKey());
      }
      if (this == SQL) {
        return written;
      }
      Files.writeString(
          fresh(folder, "src/main/resources/META-INF/services/" + JobProject.SERVICE),
          "example.%s.%s%n".formatted(name.packageName(), name.className()));
      for (String one : WRAPPER) {
        Path from = home.wrapper().resolve(one);
        if (Files.exists(from)) {
          Files.copy(from, fresh(folder, one));
          written.add(one);
        }
      }
      boolean _ = folder.resolve("mvnw").toFile().setExecutable(true);
      return written;
    }

    private static Path fresh(Path folder, String file) throws IOException {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      return path;
    }

    private static String resource(String name) throws IOException {
      try (InputStream in = ProjectTemplate.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IOException("the installation has no template " + name);
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  /// What a new project, its job class, its Java class and its package are called.
  ///
  /// @param text as the user gave it, such as `money-transfer`
  public record ProjectName(String text) {
    private static final int MOST_CHARACTERS = 40;

    /// What the class imports under the same name.
    private static final Set<String> IMPORTED =
        Set.of(
            "Amount",
            "Check",
            "Facts",
            "Figure",
            "Files",
            "Iteration",
            "Move",
            "Parameter",
            "Parameters",
            "Path",
            "Read",
            "Rollback",
            "Totals",
            "Transaction",
            "Verification",
            "Write");

    /// Why a project cannot be called so; empty if it can.
    ///
    /// @param bundled ids of the job classes that come with Broadside
    public Optional<Problem> problem(List<String> bundled) {
      String where = "NAME \"" + PlainText.line(text, MOST_CHARACTERS) + '"';
      if (!text.matches("[a-z][a-z0-9]*([-_][a-z0-9]+)*") || text.length() > MOST_CHARACTERS) {
        return Optional.of(
            Problem.wrong(
                where,
                "it is no name for a job class",
                "give small letters, digits and single dashes, a letter first, at most "
                    + MOST_CHARACTERS));
      }
      if (bundled.contains(text)) {
        return Optional.of(
            Problem.wrong(
                where, "a job class that comes with Broadside has it", "give another one"));
      }
      if (SourceVersion.isKeyword(packageName())
          || IMPORTED.contains(className())
          || isJavaLang(className())) {
        return Optional.of(
            Problem.wrong(where, "Java or the kit means something else by it", "give another one"));
      }
      return Optional.empty();
    }

    private static boolean isJavaLang(String name) {
      try {
        Class.forName("java.lang." + name, false, null);
        return true;
      } catch (ClassNotFoundException _) {
        return false;
      }
    }

    private List<String> words() {
      return List.of(text.split("[-_]"));
    }

    /// Such as `MoneyTransfer`.
    String className() {
      return words().stream().map(ProjectName::capital).collect(Collectors.joining());
    }

    /// Such as `moneytransfer`.
    String packageName() {
      return String.join("", words());
    }

    /// Such as `money_transfer`, and short enough for what follows it.
    String tableName() {
      String name = String.join("_", words());
      return name.substring(0, Math.min(20, name.length())).replaceAll("_$", "");
    }

    /// Such as `Money transfer`.
    String title() {
      return capital(Arrays.stream(text.split("[-_]")).collect(Collectors.joining(" ")));
    }

    private static String capital(String word) {
      return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
  }
}
