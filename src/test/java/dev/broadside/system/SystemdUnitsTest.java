package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.NotRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The units of deploy/ are what systemd takes, with the installation of this build.
class SystemdUnitsTest {
  private static final Path UNITS = Path.of("../../deploy/systemd");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"broadside-server.service", "broadside-agent@.service"})
  void systemdFindsNothingWrongWithThem(String unit) throws Exception {
    Path here = copied(unit);
    String said = analyzed("verify", "--man=no", here.toString());
    assertEquals(
        List.of(),
        said.lines().filter(line -> line.contains(here.getFileName().toString())).toList());
  }

  /// Of 10, where 0 is a service that can do nothing; what is left is mostly the network.
  @ParameterizedTest
  @ValueSource(strings = {"broadside-server.service", "broadside-agent@.service"})
  void systemdFindsThemLittleExposed(String unit) throws Exception {
    analyzed("security", "--offline=true", "--no-pager", "--threshold=20", copied(unit).toString());
  }

  /// Packs run on agents, and are anybody's who may install one.
  @Test
  void aPackOnAnAgentCannotReadWhatTheServerKeeps() throws IOException {
    Map<String, String> server = settings("broadside-server.service");
    Map<String, String> agent = settings("broadside-agent@.service");
    assertEquals("broadside", server.get("User"));
    assertEquals("broadside-agent", agent.get("User"));
    assertEquals("broadside", server.get("StateDirectory"));
    assertEquals("broadside-agent/%i", agent.get("StateDirectory"));
    assertTrue(server.get("ExecStart").contains(" --data /var/lib/broadside/server "));
    assertTrue(agent.get("ExecStart").contains(" --data /var/lib/broadside-agent/%i "));
    assertTrue(agent.get("InaccessiblePaths").contains("/var/lib/broadside "));
    for (Map<String, String> unit : List.of(server, agent)) {
      assertEquals("0700", unit.get("StateDirectoryMode"));
      assertEquals("0077", unit.get("UMask"));
    }
  }

  private static Map<String, String> settings(String unit) throws IOException {
    return Files.readAllLines(UNITS.resolve(unit)).stream()
        .filter(line -> line.matches("[A-Z]\\w*=.*"))
        .map(line -> line.split("=", 2))
        .collect(
            Collectors.toMap(line -> line[0], line -> line[1], (one, other) -> one + " " + other));
  }

  private Path copied(String unit) throws IOException {
    String text = Files.readString(UNITS.resolve(unit));
    return Files.writeString(
        folder.resolve(unit.replace("@", "@a1")),
        text.replace("/opt/broadside", Command.home().toString()));
  }

  /// What systemd says, with whose exit status it is content.
  private static String analyzed(String... words) throws Exception {
    Path analyze = NotRun.unlessOnPath("systemd-analyze", "the check of the units");
    List<String> line = new ArrayList<>(List.of(analyze.toString()));
    line.addAll(List.of(words));
    Process check = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, check.waitFor(), said);
    return said;
  }
}
