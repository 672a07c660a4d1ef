package dev.broadside.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.param.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
  private static final Problem WRONG = Problem.wrong("--scale", "it is below 0", "give more");
  private static final Problem SILENT = Problem.unreachable("url", "nobody answers", "start it");

  @Test
  void unreachableIsToldOnlyWhereNothingIsWrongBesides() {
    assertEquals(5, ExitStatus.of(List.of(SILENT)));
    assertEquals(2, ExitStatus.of(List.of(SILENT, WRONG)));
  }

  @Test
  void aJobThatNeverBeganLeadsToWhatARunOfItWouldHave() {
    assertEquals(5, ExitStatus.ofRefusal("unreachable"));
    assertEquals(2, ExitStatus.ofRefusal("wrong-input"));
    assertEquals(1, ExitStatus.ofRefusal(""));
  }
}
