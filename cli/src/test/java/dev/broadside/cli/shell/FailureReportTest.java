package dev.broadside.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FailureReportTest {
  @TempDir private Path home;

  @Command
  static final class Nothing {}

  /// Nobody has thought of such a failure, so nobody knows what its text quotes.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "invalid header value: \"Bearer geheim-1\nnoch mehr\"",
        "no route to https://bench:geheim-1@192.0.2.7/",
        "cannot open jdbc:x://h/d?user=u&password=geheim-1&ssl=true",
        "unexpected {\"password\": \"geheim-1\", \"user\": \"u\"}",
        "what is hunter2-hunter2?",
      })
  void anUnexpectedFailureTellsNoSecret(String message) {
    for (String level : new String[] {"", "debug"}) {
      CommandRig rig = new CommandRig(home).with("DB_PASSWORD", "hunter2-hunter2");
      FailureReport report = new FailureReport(rig.with("BROADSIDE_LOG", level).shell());
      Exception failure =
          new IllegalStateException(message, new IllegalArgumentException("about " + message));

      int status = report.handleExecutionException(failure, new CommandLine(new Nothing()), null);

      assertEquals(1, status);
      assertFalse(rig.err().contains("geheim-1"), rig.err());
      assertFalse(rig.err().contains("hunter2"), rig.err());
      assertTrue(rig.err().startsWith("broadside: failed unexpectedly"), rig.err());
      assertEquals(level.isEmpty() ? 1 : 2, Math.min(2, rig.err().lines().count()));
    }
  }
}
