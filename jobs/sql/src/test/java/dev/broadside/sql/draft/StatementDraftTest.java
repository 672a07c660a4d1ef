package dev.broadside.sql.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.broadside.core.param.Parsed;
import dev.broadside.core.param.Problem;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.kit.query.Rows;
import dev.broadside.sql.SqlJob;
import dev.broadside.sql.file.YamlClass;
import dev.broadside.sql.file.YamlClassReader;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// YAML job classes of what a table says that H2 was asked. What real databases say is in
/// jobs/live.
class StatementDraftTest {
  private static final AskedStatements VIEW =
      new AskedStatements(
          "digests",
          "select 1",
          "select text, calls from digests order by calls desc",
          Pattern.compile("\\?"),
          false,
          "rand()",
          "look elsewhere");

  private final String url = JobTester.h2(";MODE=MySQL;DB_CLOSE_DELAY=-1");

  private void ask(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      for (String one : statements) {
        Rows.run(connection, one);
      }
    }
  }

  private void asked(long calls, String text) throws SQLException {
    ask("create table if not exists digests (text varchar, calls bigint)");
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement insert =
            connection.prepareStatement("insert into digests values (?, ?)")) {
      insert.setString(1, text);
      insert.setLong(2, calls);
      insert.execute();
    }
  }

  private Parsed<String> draft(AskedStatements view) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return StatementDraft.draft("drafted", "URL", connection, Engines.of(connection), view);
    }
  }

  private String text() throws SQLException {
    return switch (draft(VIEW)) {
      case Parsed.Value<String>(String text) -> text;
      case Parsed.Wrong<String>(Problem problem) -> fail(problem.sentence());
    };
  }

  private String wrong(AskedStatements view) throws SQLException {
    return switch (draft(view)) {
      case Parsed.Value<String>(String text) -> fail(text);
      case Parsed.Wrong<String>(Problem problem) -> problem.sentence();
    };
  }

  private static YamlClass file(String text) {
    return switch (YamlClassReader.read("drafted.yaml", text, _ -> Optional.empty())) {
      case YamlClass.Reading.Good(YamlClass file) -> file;
      case YamlClass.Reading.Bad(List<Problem> problems) -> fail(problems + "\n" + text);
    };
  }

  @Test
  void aDraftRunsAsItIs() throws Exception {
    ask(
        "create table item (id int primary key, code varchar(8) unique, born date, price decimal(9, 2))",
        "create table part (item int, nr int, what varchar(20), gone date, primary key (item, nr))",
        "insert into item values (1, 'one', date '2020-01-01', 1.5), (2, 'two', date '2021-01-01', 2.5)",
        "insert into part values (1, 1, 'it''s', null)");
    asked(600, "SELECT * FROM item WHERE id = ?");
    asked(300, "INSERT INTO part ( item , nr , what ) VALUES (...)");
    asked(50, "INSERT INTO part ( item , nr , what , gone ) VALUES (...)");
    asked(40, "INSERT INTO item VALUES (...)");
    asked(8, "UPDATE part SET what = ? WHERE item = ? AND nr BETWEEN ? AND ?");
    asked(2, "SELECT what FROM part , item WHERE born > ? LIMIT ?");
    asked(9, "SHOW TABLES");
    String text = text();
    for (String line :
        List.of(
            "# 6 of 6 kinds of statements that H2 ",
            "which are 100.0 % of the calls (1,000 of 1,000)",
            "# These change data, so run them against a copy: insert_part, insert_part_2, insert_item,"
                + " update_part.",
            "  select_item: {weight: 600, do: select_item}",
            "p2: \"part_nr_max + 2 * sequence(1)\"",
            "p2: \"part_nr_max + 2 * sequence(1) - 1\"",
            "p4: \"null\" # FILL IN: the column has no value yet",
            "p2: \"letters(8)\"",
            "p3: \"sample(item_born)\"")) {
      assertTrue(text.contains(line), () -> line + "\n" + text);
    }
    JobTester tester = JobTester.of(new SqlJob(file(text))).with("url", url);
    tester.run(300);
    assertEquals(List.of(), file(text).review().unused());
  }

  /// A table may be called anything, and what a text says is data.
  @Test
  void hostileNamesAndTextsStayWhatTheyAre() throws Exception {
    String table = "\"a: `b` # {c}\"";
    ask(
        "create table " + table + " (\"x' - y\" int primary key, \":v\" varchar(9))",
        "insert into " + table + " values (1, 'w')");
    asked(5, "SELECT \":v\" FROM " + table + " WHERE \"x' - y\" = ? AND \":v\" = ?");
    ask("create table \"\u9867\u5ba2\" (\"\u540d\" varchar(9), \"\u5e74\" varchar(9))");
    ask("insert into \"\u9867\u5ba2\" values ('w', 'x')");
    asked(4, "SELECT * FROM \"\u9867\u5ba2\" WHERE \"\u540d\" = ? OR \"\u5e74\" = ?");
    asked(1, "CALL f('Secret-1', E'x', 'Secret-2");
    asked(1, "DO $a$ Secret-3 $a$");
    asked(1, "CALL f(1)\njob-class: evil\n\u202e\u0007");
    String text = text();
    assertFalse(text.contains("\njob-class: evil"), text);
    assertFalse(text.contains("Secret"), text);
    assertTrue(text.contains(": CALL f(?, E?, ?\n"), text);
    assertTrue(text.codePoints().noneMatch(c -> c == 0x202e || c == 7), text);
    JobTester tester = JobTester.of(new SqlJob(file(text))).with("url", url);
    tester.run(10);
  }

  @Test
  void whatTheDatabaseRefusesIsListedWithItsShareOfTheCalls() throws Exception {
    ask("create table t (a int)");
    asked(3, "SELECT * FROM `t` WHERE `a` = ?");
    asked(1, "SELECT * FROM `gone` WHERE `a` = ?");
    String text = text();
    assertTrue(text.contains("75.0 % of the calls (3 of 4)"), text);
    assertTrue(text.contains("# - 25.0 % of the calls: Table \"GONE\" not found"), text);
  }

  @Test
  void onlyTheMostCalledAreTaken() throws Exception {
    ask("create table t (a int)");
    for (int i = 0; i < 100; i++) {
      asked(1_000 - i, "SELECT " + i + " FROM `t` WHERE `a` = ?");
    }
    String text = text();
    assertEquals(40, text.lines().filter(line -> line.contains("{weight: ")).count());
    assertTrue(text.contains("of the calls: 10 others"), text);
    file(text);
  }

  @Test
  void whatCannotBeReadIsOneSentence() throws SQLException {
    assertTrue(wrong(VIEW).startsWith("URL: digests cannot be read (Table "), () -> "" + url);
    ask("create table digests (text varchar, calls bigint)");
    assertTrue(
        wrong(VIEW).startsWith("URL: digests has no statement of this database"), () -> "" + url);
    asked(1, "CALL `f` (?)");
    assertTrue(wrong(VIEW).contains("of the one most often asked, CALL is no statement"));
    AskedStatements off =
        new AskedStatements("digests", "select 0", "", VIEW.value(), false, "", "switch it on");
    assertEquals("URL: digests is switched off; switch it on.", wrong(off));
  }
}
