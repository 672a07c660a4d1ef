package dev.broadside.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.Phase;
import dev.broadside.core.job.PhaseKind;
import dev.broadside.core.pace.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhasesFileTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private String refusal(String text) throws IOException {
    Path file = file("load.yaml", text);
    return assertThrows(CommandException.class, () -> PhasesFile.read(file).phases(1)).getMessage();
  }

  @Test
  void yamlAndJsonAreReadAlike() throws Exception {
    Path yaml =
        file(
            "load.yaml",
            """
            phases:
              - {phase: ramp-up, duration: 2s, threads: 4}
              - phase: measure
                duration: 1m
            """);
    Path json =
        file(
            "load.json",
            """
            [{"phase": "ramp-up", "duration": "2s", "threads": 4},
             {"phase": "measure", "duration": "1m"}]
            """);

    List<Phase> phases = PhasesFile.read(yaml).phases(3);

    assertEquals(
        List.of(PhaseKind.RAMP_UP, PhaseKind.MEASURE), phases.stream().map(Phase::kind).toList());
    assertEquals(
        List.of(4, 3), phases.stream().map(phase -> phase.load().threadsPerAgent()).toList());
    assertEquals(phases, PhasesFile.read(json).phases(3));
  }

  @Test
  void aTraceIsReadFromItsOwnFileBesideTheFirst() throws Exception {
    file("trace.csv", "# seconds, rate\n0,100\n\n2.5; 300\n");
    Path yaml = file("load.yaml", "- {phase: measure, duration: 5s, rate: {trace: trace.csv}}\n");

    LoadModel load = PhasesFile.read(yaml).phases(1).getFirst().load();

    assertEquals(
        new Rate.Trace(
            List.of(
                new Rate.Point(Duration.ZERO, 100), new Rate.Point(Duration.ofMillis(2_500), 300))),
        ((LoadModel.Open) load).rate());
  }

  @Test
  void whatIsWrongIsSaidWithItsFileAndItsLineOrPhase() throws Exception {
    file("trace.csv", "0,100\nsoon,5\n");

    assertTrue(refusal("- {phase: measure\n- x").contains("load.yaml, line 2: it is neither YAML"));
    assertTrue(
        refusal("- {phase: measure, duration: 1x}").contains("load.yaml, phase 1, duration"));
    assertTrue(
        refusal("- {phase: measure, duration: 1s, rate: {trace: trace.csv}}")
            .contains("trace.csv, line 2: \"soon,5\" is no point"));
    assertTrue(
        refusal("- {phase: measure, duration: 1s, rate: {trace: no.csv}}")
            .contains("no.csv: there is none"));
    assertTrue(
        assertThrows(CommandException.class, () -> PhasesFile.read(folder.resolve("no.yaml")))
            .getMessage()
            .contains("no.yaml: there is none"));
  }
}
