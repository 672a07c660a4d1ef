package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.FreePort;
import dev.broadside.system.harness.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The guide for authors: its commands are run one after the other in one shell, as a reader would,
/// and its code is that of the project or becomes a part of it.
@EnabledOnOs(OS.LINUX)
class WritingAJobTest {
  private static final Pattern BLOCK =
      Pattern.compile("(?s)(?:`(src/[\\w/.]+|[\\w-]+\\.yaml)`:\\n)?```(sh|java|yaml)\\n(.*?)```");

  /// Agents and database are gone whatever happens; how long each step took is kept.
  private static final String PROLOGUE =
      """
      set -eu -o pipefail
      trap 'kill $(jobs -p) 2>/dev/null || true; broadside db stop >/dev/null 2>&1 || true' EXIT
      step() { echo "$(date +%s.%N) $1" >>"$STEPS"; echo "=== $1"; }
      """;

  @TempDir private Path folder;

  @Test
  void everyStepOfTheGuideDoesWhatItSays() throws Exception {
    String guide =
        Files.readString(Command.home().resolve("../../../docs/writing-a-job.md").normalize());
    Path script = Files.writeString(folder.resolve("guide.sh"), script(guide));
    Path out = folder.resolve("out.txt");
    Process shell = shell(script, out);
    boolean ended = shell.waitFor(8, TimeUnit.MINUTES);
    shell.destroy();
    String said = Files.readString(out);
    assertTrue(ended, said);
    assertEquals(0, shell.exitValue(), said);

    assertTrue(count("AUDIT BALANCED", said) >= 5, said);
    assertTrue(count("no money was lost +holds", said) >= 7, said);
    assertTrue(said.contains("OK  the iteration ended well"), said);
    assertTrue(said.contains("count_rich"), said);
    assertTrue(said.contains("on 2 agents"), said);
    codeIsThatOfTheProject(guide);
  }

  private static long count(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  private String script(String guide) throws IOException {
    StringBuilder script = new StringBuilder(PROLOGUE);
    int step = 0;
    for (MatchResult block : BLOCK.matcher(guide).results().toList()) {
      if (block.group(2).equals("sh")) {
        script.append("step ").append(++step).append('\n').append(block.group(3));
      } else if (block.group(1) != null) {
        script
            .append("cat >" + block.group(1) + " <<'END'\n")
            .append(block.group(3))
            .append("END\n");
      }
    }
    assertTrue(step >= 8, step + " blocks of commands were found");
    return script
        .append("step end\n")
        .toString()
        .replace("8080", "" + FreePort.find())
        .replace("33061", "" + FreePort.find())
        .replace("--warmup 1s --duration 3s", "--warmup 0s --duration 500ms");
  }

  /// In a state folder of its own, and without the net.
  private Process shell(Path script, Path out) throws IOException {
    ProcessBuilder shell = new ProcessBuilder("bash", script.toString());
    var environment = shell.environment();
    String path = Command.home().resolve("bin") + ":" + environment.get("PATH");
    environment.put("PATH", path);
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    environment.put("STEPS", folder.resolve("steps.txt").toString());
    environment.put("MAVEN_ARGS", "-o -q -B -ntp");
    environment.put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    environment.put("BROADSIDE_JAVA_OPTS", Command.SHORT_LIVED);
    environment.remove("BROADSIDE_SERVER");
    Path work = Files.createDirectories(folder.resolve("work"));
    return shell
        .directory(work.toFile())
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start();
  }

  /// What the guide shows of the project's class, and of its twin, stands there.
  private void codeIsThatOfTheProject(String guide) throws IOException {
    Path source =
        folder.resolve(
            "work/money-transfer/src/main/java/example/moneytransfer/MoneyTransfer.java");
    String written =
        Files.readString(source)
            .replace(
                ".transaction(\"move\", 9, Move::new).transaction(\"look\", 1, Look::new)",
                ".transaction(\"move\", 1, Move::new)");
    String twin = Files.readString(folder.resolve("work/money-transfer/money-transfer.yaml"));
    List<String> shown = new ArrayList<>();
    for (MatchResult block : BLOCK.matcher(guide).results().toList()) {
      if (!block.group(2).equals("sh") && block.group(1) == null) {
        shown.add(block.group(3));
      }
    }
    assertTrue(shown.size() >= 3, shown::toString);
    shown.forEach(code -> assertTrue((written + twin).contains(code), code));
  }
}
