package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Command;
import dev.broadside.testkit.MariaDbServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `broadside new-job --from-statements` on a database with a load of its own, and the job class
/// that it makes.
@EnabledOnOs(OS.LINUX)
class FromStatementsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String SECRET = "Do-not-show-4711";

  @TempDir private Path folder;

  private Command broadside(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--user", MariaDbServer.USER, "--password-env", "DB_PASSWORD"));
    return Command.start(
        List.of("env", "-C", folder.toString()),
        Map.of("DB_PASSWORD", MariaDbServer.PASSWORD),
        line.toArray(String[]::new));
  }

  private static void serve(MariaDbServer server) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(server.url(), MariaDbServer.USER, MariaDbServer.PASSWORD);
        Statement statement = connection.createStatement()) {
      statement.execute("create table account (id int primary key, pin varchar(40), sum int)");
      statement.execute("insert into account values (1, '" + SECRET + "', 5), (2, 'x', 6)");
      for (int i = 0; i < 30; i++) {
        statement.execute("select sum from account where id = " + i);
        statement.execute("update account set sum = 7 where pin = '" + SECRET + "'");
      }
    }
  }

  @Test
  void aDatabasesOwnLoadBecomesAJobClassThatRuns() throws IOException, SQLException {
    MariaDbServer server = MariaDbServer.start("--performance-schema=ON");
    serve(server);
    try (Command draft =
        broadside("new-job", "drafted", "--from-statements", "--target", server.url())) {
      assertEquals(0, draft.awaitExit(MINUTE), draft::toString);
      assertTrue(draft.out().contains("100.0 % of the calls (61 of 61)"), draft::toString);
      assertTrue(draft.out().contains("update_account, insert_account"), draft::toString);
    }
    String file = Files.readString(folder.resolve("drafted.yaml"));
    assertFalse(file.contains(SECRET) || file.contains(MariaDbServer.PASSWORD), file);
    assertTrue(file.contains("  select_account: {weight: 30, do: select_account}"), file);
    try (Command once = broadside("run", "drafted.yaml", "--url", server.url(), "--once")) {
      assertEquals(0, once.awaitExit(MINUTE), once::toString);
      assertTrue(once.out().contains("OK  the iteration ended well"), once::toString);
    }
    try (Command again =
        broadside("new-job", "drafted", "--from-statements", "--target", server.url())) {
      assertEquals(2, again.awaitExit(MINUTE), again::toString);
      assertTrue(again.err().contains("it is there already"), again::toString);
    }
  }
}
