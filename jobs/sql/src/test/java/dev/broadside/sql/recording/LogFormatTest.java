package dev.broadside.sql.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.kit.query.Quoting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Logs of databases, also hostile ones, become recordings.
class LogFormatTest {
  private final List<String> statements = new ArrayList<>();

  private String convert(LogFormat format, String log) throws IOException {
    statements.clear();
    return format.convert(new StringReader(log), one -> statements.add(one.json()));
  }

  @Test
  void mySqlsGeneralLogHasTimesAndStatementsOfSeveralLines() throws Exception {
    String told =
        convert(
            LogFormat.MYSQL_GENERAL,
            """
            /usr/sbin/mysqld, Version: 8.0.36 (MySQL Community Server - GPL). started with:
            Tcp port: 3306  Unix socket: /var/run/mysqld/mysqld.sock
            Time                 Id Command    Argument
            1970-01-01T00:00:01.000250Z\t    8 Connect\troot@localhost on test using TCP/IP
            1970-01-01T00:00:01.001000Z\t    8 Query\tselect 'a
            \t9 Query\tb'
              from t
            1970-01-01T00:00:01.002000Z\t    9 Prepare\tselect ?
            1970-01-01T00:00:01.003000Z\t    9 Execute\tselect 5
            1970-01-01T02:00:01.004000+02:00\t    8 Init DB\tother
            1970-01-01T00:00:01.005000Z\t    8 Quit\t
            1970-01-01T00:00:01.006000Z\t    8 Connect\troot@localhost on test using TCP/IP
            1970-01-01T00:00:01.007000Z\t    8 Query\tselect "late"
            """);
    assertEquals(
        List.of(
            "{\"session\": \"8\", \"at\": 1001, \"sql\": \"select 'a\\n\\t9 Query\\tb'\\n"
                + "  from t\"}",
            "{\"session\": \"9\", \"at\": 1003, \"sql\": \"select 5\"}",
            "{\"session\": \"8\", \"at\": 1004, \"sql\": \"use `other`\"}",
            "{\"session\": \"8-2\", \"at\": 1007, \"sql\": \"select \\\"late\\\"\"}"),
        statements);
    assertEquals("4 statements in 3 sessions; 0 statements failed", told);
  }

  @Test
  void mariaDbLeavesTimesOutThatAreTheSame() throws Exception {
    convert(
        LogFormat.MYSQL_GENERAL,
        """
        Time\t\t    Id Command\tArgument
        000101  0:00:02\t     3 Connect\troot@localhost on test using TCP/IP
        \t\t     3 Query\tset autocommit=1
        \t\t     4 Query\tselect 1
        000101  0:00:04\t     3 Query\tselect 2
        """);
    assertEquals(
        List.of(
            "{\"session\": \"3\", \"at\": 946684802000, \"sql\": \"set autocommit=1\"}",
            "{\"session\": \"4\", \"at\": 946684802000, \"sql\": \"select 1\"}",
            "{\"session\": \"3\", \"at\": 946684804000, \"sql\": \"select 2\"}"),
        statements);
  }

  @Test
  void postgreSqlsLogHasDurationsErrorsAndValues() throws Exception {
    String told =
        convert(
            LogFormat.POSTGRESQL,
            """
            1970-01-01 00:00:01.000 UTC [1] LOG:  database system is ready to accept connections
            1970-01-01 00:00:02.000 UTC [7] LOG:  execute <unnamed>: select $1, '$2', $2 -- $3
            1970-01-01 00:00:02.000 UTC [7] DETAIL:  Parameters: $1 = 'it''s, $2', $2 = NULL
            1970-01-01 00:00:02.001 UTC [7] LOG:  duration: 0.512 ms
            1970-01-01 00:00:02.002 UTC [8] LOG:  statement: select *
            \t  from gone
            1970-01-01 00:00:02.002 UTC [8] ERROR:  relation "gone" does not exist at character 10
            1970-01-01 00:00:02.002 UTC [8] STATEMENT:  select *
            \t  from gone
            1970-01-01 00:00:02.010 UTC [9] LOG:  duration: 2.000 ms  statement: commit
            1970-01-01 00:00:02.011 UTC [9] LOG:  duration: 0.100 ms  bind S_1: select $1
            1970-01-01 00:00:02.011 UTC [9] DETAIL:  parameters: $1 = '5'
            1970-01-01 00:00:02.012 UTC [9] LOG:  duration: 1.000 ms  execute S_1: select $1
            1970-01-01 00:00:02.012 UTC [9] DETAIL:  parameters: $1 = '5'
            1970-01-01 00:00:02.013 UTC [9] ERROR:  duplicate key value
            1970-01-01 00:00:02.013 UTC [9] DETAIL:  Key (id)=(1) already exists.
            1970-01-01 00:00:02.013 UTC [9] STATEMENT:  insert into t values (1)
            1970-01-01 00:00:02.014 UTC [9] LOG:  duration: 1.000 ms  execute S_1: select $1
            1970-01-01 00:00:02.014 UTC [9] DETAIL:  parameters: $1 = 'cut o...
            """);
    assertEquals(
        List.of(
            "{\"session\": \"9\", \"at\": 2008, \"sql\": \"commit\", \"took\": 2}",
            "{\"session\": \"9\", \"at\": 2011, \"sql\": \"select '5'\", \"took\": 1}",
            "{\"session\": \"9\", \"at\": 2013, \"sql\": \"insert into t values (1)\", \"error\":"
                + " \"duplicate key value\"}",
            "{\"session\": \"7\", \"at\": 2000, \"sql\": \"select 'it''s, $2', '$2', NULL -- $3\","
                + " \"took\": 0.512}",
            "{\"session\": \"8\", \"at\": 2002, \"sql\": \"select *\\n"
                + "  from gone\", \"error\": \"relation \\\"gone\\\" does not exist at character"
                + " 10\"}"),
        statements);
    assertEquals(
        "5 statements in 3 sessions; 2 statements failed; left out: 1 whose values the log has not",
        told);
  }

  @Test
  void aLastStatementThatIsCutOffIsLeftOut() throws Exception {
    String mySql = "1970-01-01T00:00:01.000000Z\t    8 Query\t";
    assertEquals(
        "1 statements in 1 sessions; 0 statements failed; left out: the last, which is cut off",
        convert(
            LogFormat.MYSQL_GENERAL, mySql + "select 1\n" + mySql + "delete from t\n where id"));
    String postgreSql = "1970-01-01 00:00:02.000 UTC [7] LOG:  statement: ";
    assertEquals(
        "1 statements in 1 sessions; 0 statements failed; left out: the last, which is cut off",
        convert(LogFormat.POSTGRESQL, postgreSql + "select 1\n" + postgreSql + "delete from t"));
  }

  @Test
  void aStatementOfAMegabyteIsKeptAndOneLongerThanAnyIsLeftOut() throws Exception {
    String text = "insert into t values ('" + "''\\".repeat(350_000) + "')";
    String start = "1970-01-01 00:00:02.000 UTC [7] LOG:  ";
    String told =
        convert(
            LogFormat.POSTGRESQL,
            start
                + "execute <unnamed>: "
                + text.replace(")", ", $1)")
                + "\n1970-01-01 00:00:02.000 UTC [7] DETAIL:  parameters: $1 = '"
                + "''".repeat(500_000)
                + "'\n"
                + start
                + "statement: "
                + "x".repeat(LineReader.LONGEST)
                + "\n"
                + start
                + "statement: select 1\n");
    assertEquals(
        "2 statements in 1 sessions; 0 statements failed; left out: 1 longer than 16 MiB", told);
    assertTrue(statements.getFirst().length() > 1_000_000);
    assertTrue(Recording.plain(RecordedStatement.read(statements.getFirst()).sql(), Quoting.MYSQL));
  }

  @Test
  void noiseIsNoLog() throws Exception {
    byte[] noise = new byte[1_000_000];
    new Random(1).nextBytes(noise);
    for (LogFormat format : LogFormat.values()) {
      String told =
          format.convert(
              new InputStreamReader(new ByteArrayInputStream(noise), StandardCharsets.UTF_8),
              one -> statements.add(one.json()));
      assertEquals("0 statements in 0 sessions; 0 statements failed", told);
    }
  }

  @Test
  void binaryTextsComeBackAsTheyWere() throws Exception {
    StringBuilder all = new StringBuilder("select '");
    for (char c = 0; c < 0x300; c++) {
      all.append(c);
    }
    String sql = all.append("\ud83d\ude00\ud83d \u2028'").toString();
    RecordedStatement one = RecordedStatement.of("a \"b\"", 1_234_567, sql);
    assertEquals(one, RecordedStatement.read(one.json()));
    assertTrue(one.json().chars().noneMatch(c -> c < ' '), "one line");
  }

  @Test
  void whatChangesMoreThanRowsIsSeenThroughCommentsAndTexts() {
    for (String plain :
        List.of(
            "select 1; ",
            "/* a */ -- drop\n update t set a = 'x; drop table t'",
            "(select 1)",
            "BEGIN",
            "set autocommit = 0",
            "select \"a;b\"")) {
      for (Quoting quoting : Quoting.values()) {
        assertTrue(Recording.plain(plain, quoting), plain);
      }
    }
    String escaped = "insert into t values ('it\\'s; x')";
    assertTrue(Recording.plain(escaped, Quoting.MYSQL), escaped);
    assertFalse(Recording.plain(escaped, Quoting.STANDARD), escaped);
    for (String wide :
        List.of(
            "drop table t",
            " /*!40101 set global x = 1 */",
            "select 1; drop table t",
            "GRANT all on t to u",
            "use other",
            "set global x = 1",
            "SET  @@global.x = 1",
            "create table t (i int)",
            "call p()",
            "",
            "\0")) {
      for (Quoting quoting : Quoting.values()) {
        assertFalse(Recording.plain(wide, quoting), wide);
      }
    }
  }
}
