package dev.broadside.cli.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.project.NewJobCommand.ProjectTemplate;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewJobTest {
  private static final NewJobCommand.ProjectName NAME =
      new NewJobCommand.ProjectName("money-transfer");

  @TempDir private Path folder;

  @Test
  void oneNameGivesAllOthers() {
    assertEquals("MoneyTransfer", NAME.className());
    assertEquals("moneytransfer", NAME.packageName());
    assertEquals("money_transfer", NAME.tableName());
    assertEquals("Money transfer", NAME.title());
    assertTrue(NAME.problem(List.of("ledger")).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Transfer", "2x", "a--b", "-a", "a b", "../a", "ä", "class", "string", "read"})
  void aNameThatCannotBeOneIsRefused(String text) {
    assertTrue(new NewJobCommand.ProjectName(text).problem(List.of()).isPresent());
  }

  @Test
  void aBundledJobsNameIsRefused() {
    assertTrue(
        new NewJobCommand.ProjectName("ledger")
            .problem(List.of("ledger"))
            .orElseThrow()
            .what()
            .contains("comes"));
  }

  /// The folder of this module's sources is there.
  @Test
  void aFolderThatIsThereIsLeftAlone() {
    CommandRig.Result result = new CommandRig(folder).run("new-job", "src");
    assertEquals(2, result.status());
    assertTrue(result.err().contains("it is there already"), result::err);
  }

  private CommandRig.Result fromStatements(String... more) {
    List<String> line = new ArrayList<>(List.of("new-job", "drafted-here", "--from-statements"));
    line.addAll(List.of(more));
    CommandRig.Result result = new CommandRig(folder).run(line.toArray(String[]::new));
    assertEquals(2, result.status(), result::err);
    return result;
  }

  @Test
  void aDraftNeedsADatabaseAndIsNoProject() {
    assertTrue(fromStatements().err().contains("no database is named"));
    assertTrue(
        fromStatements("--sql", "--target", "jdbc:h2:mem:x")
            .err()
            .contains("a YAML file is all that it makes"));
    CommandRig.Result without =
        new CommandRig(folder).run("new-job", "drafted-here", "--target", "jdbc:h2:mem:x");
    assertEquals(2, without.status());
    assertTrue(without.err().contains("add --from-statements"), without::err);
  }

  @Test
  void aDatabaseThatKeepsNoStatementsIsOneSentenceAndNoFile() throws Exception {
    Path driver = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Files.createDirectories(folder.resolve("drivers"));
    Files.copy(driver, folder.resolve("drivers/h2.jar"));
    CommandRig.Result result = fromStatements("--target", "jdbc:h2:mem:x");
    assertTrue(
        result.err().contains("jdbc:h2:mem:x: h2 does not keep which statements it was asked"),
        result::err);
    assertEquals(1, result.errLines().size());
    assertTrue(Files.notExists(Path.of("drafted-here.yaml")));
  }

  @Test
  void aFileThatIsThereIsLeftAloneBeforeTheDatabaseIsAsked() throws IOException {
    Path file = Files.createFile(Path.of("drafted-here.yaml"));
    try {
      CommandRig.Result result = fromStatements("--target", "jdbc:mariadb://127.0.0.1:1/x");
      assertTrue(result.err().contains("it is there already"), result::err);
      assertEquals(0, Files.size(file));
    } finally {
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFileIsWrittenWithNothingLeftToFillIn(ProjectTemplate template) throws IOException {
    List<String> files = template.write(folder.resolve("made"), NAME, new Home(folder));
    String source = "src/main/java/example/moneytransfer/MoneyTransfer.java";
    assertEquals(template != ProjectTemplate.SQL, files.contains(source));
    assertEquals(template != ProjectTemplate.PLAIN, files.contains("money-transfer.yaml"));
    for (String file : files) {
      String text = Files.readString(folder.resolve("made").resolve(file));
      assertFalse(text.contains("{{"), () -> file + ": " + text);
      assertFalse(text.contains("@project.version@"), () -> file + ": " + text);
    }
    assertTrue(Files.readString(folder.resolve("made/README.md")).lines().count() <= 12);
  }

  @Test
  void whatDoesNotCompileIsToldWithItsPlace() throws IOException {
    ProjectTemplate.PLAIN.write(folder, NAME, new Home(folder));
    Path source = folder.resolve("src/main/java/example/moneytransfer/MoneyTransfer.java");
    Files.writeString(
        source, "package example.moneytransfer;\nclass MoneyTransfer {\n  int 7;\n}\n");
    JobProject project = JobProject.in(folder).orElseThrow();

    CommandException wrong =
        assertThrows(CommandException.class, () -> project.pack(new Home(folder)));

    assertEquals(
        "file src/main/java/example/moneytransfer/MoneyTransfer.java, line 3, column 6",
        wrong.problems().getFirst().where());
    assertEquals(2, wrong.exitStatus());
  }
}
