package dev.broadside.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.client.once.IterationEvent;
import dev.broadside.client.once.OnceObserver;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Settings;
import dev.broadside.core.time.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.h2.Driver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// What `run --once` sees of JDBC, on a real driver, and how it is shown.
class OnceStatementsTest {
  private final CommandRig rig = new CommandRig(Path.of("none"));
  private final OnceView view = new OnceView(rig.shell(), false);
  private final List<IterationEvent.Answered> answered = new ArrayList<>();
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    Connection real = DriverManager.getConnection("jdbc:h2:mem:");
    try (Statement statement = real.createStatement()) {
      statement.execute("create table account (id int primary key, name varchar(20))");
    }
    OnceObserver observer = new OnceObserver("", new SystemTime(), this::see);
    connection = observer.watched(Connection.class, real);
    connection.setAutoCommit(false);
  }

  private void see(IterationEvent sight) {
    view.see(sight);
    if (sight instanceof IterationEvent.Answered one) {
      answered.add(one);
    }
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void aStatementIsToldWithItsParametersAndRows() throws SQLException {
    String insert = "insert into account values (?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      statement.setInt(1, 7);
      statement.setString(2, "Ann");
      assertEquals(1, statement.executeUpdate());
    }
    connection.commit();

    assertEquals(
        List.of(insert, "commit"), answered.stream().map(IterationEvent.Answered::text).toList());
    assertEquals(List.of("7", "'Ann'"), answered.getFirst().parameters());
    assertEquals(1, answered.getFirst().rows().orElseThrow());
    assertTrue(rig.out().contains("7, 'Ann' -> 1 row written, "), rig::out);
  }

  @Test
  void aQueryIsToldWhenItsRowsAreRead() throws SQLException {
    try (Statement insert = connection.createStatement()) {
      insert.addBatch("insert into account values (1, 'a')");
      insert.addBatch("insert into account values (2, 'b')");
      insert.executeBatch();
    }
    String query = "select id from account order by id";
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      assertTrue(rows.next());
      assertTrue(rows.next());
      assertEquals(2, rows.getInt(1));
      assertFalse(rows.next());
      assertEquals(1, answered.size(), "not before its rows are read");
    }
    connection.rollback();

    assertEquals(2, answered.get(0).rows().orElseThrow());
    assertEquals(query, answered.get(1).text());
    assertEquals(2, answered.get(1).rows().orElseThrow());
    assertTrue(answered.get(1).reads());
    assertEquals("rollback", answered.get(2).text());
  }

  @Test
  void aRefusedStatementIsToldWithTheDatabasesAnswer() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      SQLException thrown =
          assertThrows(SQLException.class, () -> statement.execute("select * from nothing"));
      String failure = answered.getFirst().failure().orElseThrow();
      assertTrue(failure.contains("(" + thrown.getErrorCode() + ", " + thrown.getSQLState() + ")"));
      assertTrue(rig.out().contains("failed: Table \"NOTHING\" not found"), rig::out);
    }
  }

  @Test
  void theDriversOwnInterfacesCanBeReached() throws SQLException {
    assertTrue(connection.isWrapperFor(Connection.class));
    assertFalse(connection.isClosed());
    assertEquals(List.of(), answered);
  }

  @Test
  void everyOtherInterfaceIsToldByItsMethods() {
    OnceObserver observer = new OnceObserver("", new SystemTime(), this::see);
    CharSequence watched = observer.watched(CharSequence.class, "four");

    assertEquals(4, watched.length());
    assertEquals("length", answered.getFirst().text());
  }

  @Test
  void optionsThatCannotBeHadTogetherAreRefused() {
    assertRefused("--debug", "noop", "--once", "--debug", "5005");
    assertRefused("--suspend", "noop", "--suspend");
    assertRefused("--debug 70000", "noop", "--debug", "70000");
    assertRefused("--once", "noop", "--once", "--csv", "x.csv");
  }

  @Test
  void aTransactionThatIsNamedIsTheOneThatIsDone(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("several.yaml");
    Files.writeString(
        file,
        """
        job-class: several
        parameters: {spare: 1}
        statements: {a: select 1, b: select 2}
        transactions: {buy: {weight: 1000000, do: a}, sell: {weight: 0, do: b}}
        """);
    Path drivers = Files.createDirectory(folder.resolve("drivers"));
    Path h2 = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Files.copy(h2, drivers.resolve("h2.jar"));
    CommandRig here = new CommandRig(folder);
    String url = "jdbc:h2:mem:several";
    CommandRig.Result sold = here.run("run", file.toString(), "--once", "sell", "--url", url);
    assertEquals(0, sold.status(), sold::err);
    assertTrue(sold.out().contains("\nb\n"), sold::out);
    assertTrue(
        sold.err()
            .startsWith("warning: file " + file + ", line 2, column 14: the parameter spare is"),
        sold::err);
    CommandRig.Result drawn = here.run("run", "--once", file.toString(), "--url", url);
    assertTrue(drawn.out().contains("\na\n"), drawn::out);
    CommandRig.Result unknown = here.run("run", file.toString(), "--url", url, "--once", "sel");
    assertEquals(2, unknown.status(), unknown::err);
    assertTrue(
        unknown
            .err()
            .endsWith(
                "broadside: transaction \"sel\": this job class has no transaction of that name;"
                    + " did you mean sell?\n"),
        unknown::err);
  }

  @Test
  void aLoadInThisJvmHasNoFlightRecording() {
    AuthorOptions author = CommandLine.populateCommand(new AuthorOptions(), "--in-process");
    JobSpec profiled =
        SpecBuilder.of("noop").build().withSettings(new Settings(Map.of("profile", "true")));
    CommandException refused = assertThrows(CommandException.class, () -> author.spec(profiled));
    assertTrue(refused.getMessage().contains("--profile"), refused.getMessage());
  }

  private void assertRefused(String place, String... line) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of(line));
    CommandRig.Result result = rig.run(words.toArray(String[]::new));
    assertEquals(2, result.status());
    assertEquals(1, result.errLines().size(), result::err);
    assertTrue(result.err().startsWith("broadside: " + place), result::err);
  }
}
