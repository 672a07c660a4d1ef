package dev.broadside.cli.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.cli.CommandRig;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.JobDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParameterOptionsTest {
  private static final String LISTS = "'broadside run probe --help' lists its parameters";
  private static final ClassDescriptor JOB =
      ClassDescriptor.of(
          new JobDescription(
              "probe",
              "Probe",
              "A job class to read options for.",
              Parameters.of(
                  Parameter.text("url", "Where the target is"),
                  Parameter.secret("password", "Its password"),
                  Parameter.whole("scale", "Size").between(1, 100).preset(1),
                  Parameter.flag("read-only", "Reads only")),
              List.of()));

  private final Path folder;
  private final CommandRig rig;

  ParameterOptionsTest(@TempDir Path folder) {
    this.folder = folder;
    this.rig = new CommandRig(folder).with("SECRET", "s3cret");
  }

  private Map<String, String> read(String... left) throws CommandException {
    List<Problem> problems = new ArrayList<>();
    Map<String, String> texts =
        ParameterOptions.read(
            JOB, List.of(left), rig.shell(), List.of("--threads"), LISTS, problems);
    if (JOB.description().parameters().read(texts)
        instanceof Parameters.Reading.Bad(List<Problem> bad)) {
      problems.addAll(bad);
    }
    if (!problems.isEmpty()) {
      throw new CommandException(problems);
    }
    return texts;
  }

  private String refusal(String... left) {
    CommandException refused = assertThrows(CommandException.class, () -> read(left));
    assertEquals(1, refused.problems().size(), refused.getMessage());
    return refused.problems().getFirst().sentence();
  }

  @Test
  void aValueStandsBehindItsOptionOrBehindAnEqualsSign() throws CommandException {
    assertEquals(
        Map.of("url", "jdbc:x?a=b", "scale", "7"), read("--url=jdbc:x?a=b", "--scale", "7"));
  }

  @Test
  void aParameterThatIsCalledAsAnOptionOfTheCommandIsRefused() throws CommandException {
    List<Problem> problems = new ArrayList<>();
    ParameterOptions.read(
        JOB, List.of(), rig.shell(), List.of("--threads", "--scale"), LISTS, problems);
    assertEquals(
        List.of(
            "job class probe: one of its parameters is called as --scale of this command; give it"
                + " another name."),
        problems.stream().map(Problem::sentence).toList());
  }

  @Test
  void aFlagMayStandAlone() throws CommandException {
    assertEquals("true", read("--url", "u", "--read-only").get("read-only"));
    assertEquals("true", read("--read-only", "--url", "u").get("read-only"));
    assertEquals("off", read("--read-only", "off", "--url", "u").get("read-only"));
  }

  @Test
  void aSecretComesFromTheEnvironmentOrAFile() throws CommandException, IOException {
    assertEquals("s3cret", read("--url", "u", "--password-env", "SECRET").get("password"));
    Path file = Files.writeString(folder.resolve("secret"), "from a file\n");
    assertEquals(
        "from a file", read("--url", "u", "--password-file", file.toString()).get("password"));
  }

  @Test
  void aSecretOnTheCommandLineIsRefusedAndNotRepeated() {
    String sentence = refusal("--url", "u", "--password", "hunter2");
    assertTrue(sentence.contains("--password-env"), sentence);
    assertFalse(sentence.contains("hunter2"), sentence);
  }

  @Test
  void aVariableThatIsNotSetIsNamedByItsOption() {
    String sentence = refusal("--url", "u", "--password-env", "NOT_SET");
    assertTrue(sentence.startsWith("option --password-env:"), sentence);
  }

  @Test
  void aFileThatIsNotThereIsNamedByItsOption() {
    String sentence = refusal("--url", "u", "--password-file", folder.resolve("none").toString());
    assertTrue(sentence.startsWith("option --password-file " + folder), sentence);
    assertTrue(sentence.contains("there is no such file"), sentence);
  }

  @Test
  void anUnknownOptionIsRefusedWithWhatWasMeant() {
    assertTrue(refusal("--url", "u", "--scael", "2").contains("did you mean --scale?"));
    assertTrue(refusal("--url", "u", "--thraeds", "2").contains("did you mean --threads?"));
    assertTrue(refusal("--url", "u", "--pasword-env", "X").contains("did you mean --password-env"));
  }

  @Test
  void anOptionThatIsLikeNoneLeadsToTheCatalogue() {
    assertTrue(refusal("--url", "u", "--xyz-abc", "2").endsWith(": unknown; " + LISTS + "."));
  }

  @Test
  void aValueOutOfRangeIsRefusedBeforeAnythingStarts() {
    assertTrue(refusal("--url", "u", "--scale", "101").contains("1 to 100"));
  }

  @Test
  void aMissingValueAndASecondOneAreRefused() {
    assertTrue(refusal("--url", "u", "--scale").contains("its value is missing"));
    assertTrue(refusal("--url", "u", "--scale", "2", "--scale", "3").contains("given twice"));
  }

  @Test
  void aStrayWordIsRefused() {
    assertTrue(refusal("--url", "u", "stray").contains("\"stray\""));
  }

  @Test
  void everyProblemIsToldAtOnce() {
    CommandException refused =
        assertThrows(CommandException.class, () -> read("--scale", "0", "--nonsense", "x"));
    assertEquals(3, refused.problems().size(), refused.getMessage());
  }
}
