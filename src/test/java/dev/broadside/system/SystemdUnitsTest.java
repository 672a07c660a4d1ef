package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.NotRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    Path analyze = NotRun.unlessOnPath("systemd-analyze", "the check of the units");
    String text = Files.readString(UNITS.resolve(unit));
    Path here = folder.resolve(unit.replace("@", "@a1"));
    Files.writeString(here, text.replace("/opt/broadside", Command.home().toString()));

    Process check =
        new ProcessBuilder(List.of(analyze.toString(), "verify", "--man=no", here.toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(0, check.waitFor(), said);
    assertEquals(
        List.of(),
        said.lines().filter(line -> line.contains(here.getFileName().toString())).toList());
  }
}
