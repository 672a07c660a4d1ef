package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A group as its users have it: one file, the packaged command, a real server with its agent, and
/// the report that is sent on the next morning.
class GroupCommandTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /// No operation of 5 ms has a median below 1 ms, however fast the machine is.
  private static final String NIGHT =
      """
      group: Small night
      defaults:
        threads: 2
        duration: 500ms
        interval: 250ms
      members:
        - name: load
          job: {jobClass: ledger, parameters: {url: "jdbc:h2:mem:night", accounts: 100}, think: 5ms}
        - name: strict
          after: load
          job: {jobClass: noop, parameters: {iteration-time: 5ms}, thresholds: ["p50 < 1ms"]}
        - name: alarm
          after: {strict: failure}
          job: {jobClass: noop, think: 5ms}
        - name: praise
          after: {strict: success}
          job: {jobClass: noop, think: 5ms}
        - name: steps
          after: load
          study: {jobClass: noop, threads: [1, 2], think: 5ms}
      """;

  @TempDir private Path folder;

  @Test
  void aFileBecomesANightWhoseStatusAndReportSayWhatBroke() throws IOException {
    Path file = Files.writeString(folder.resolve("night.yaml"), NIGHT);
    Path html = folder.resolve("night.html");
    try (Installation installation = Installation.start(folder)) {
      installation.agent("a1", "--jobs", "2");
      String id = watched(installation, file);
      try (Command report = group(installation, "report", id, "--html", html.toString())) {
        assertEquals(0, report.awaitExit(MINUTE), report::toString);
      }
      assertReport(Files.readString(html), id);
    }
  }

  @Test
  void aGroupThatWaitsIsEditedByFileAndByOptionsAndBeginsWhenItIsEnabled() throws IOException {
    Path file = Files.writeString(folder.resolve("night.yaml"), NIGHT);
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), NIGHT.replace("250ms", "fast"));
    try (Installation installation = Installation.start(folder)) {
      String id = said(installation, 0, "submit", "-f", file.toString(), "--disabled").strip();
      String refused = said(installation, 2, "edit", id, "-f", wrong.toString());
      assertTrue(refused.contains("wrong.yaml, line 5, column 13, defaults, interval: "), refused);
      String edited = said(installation, 0, "edit", id, "--at", "+2h");
      assertTrue(edited.contains("pending: disabled; begins when somebody enables it"), edited);
      String yaml = said(installation, 0, "show", id, "--yaml");
      assertTrue(yaml.contains("disabled: true") && !yaml.contains("+2h"), yaml);
      String enabled = said(installation, 0, "enable", id);
      assertTrue(enabled.contains("pending: begins at 2"), enabled);
      assertTrue(said(installation, 0, "disable", id).contains("disabled; begins when"));
    }
  }

  private static String said(
      Installation installation, int status, String command, String... more) {
    try (Command group = group(installation, command, more)) {
      assertEquals(status, group.awaitExit(MINUTE), group::toString);
      return status == 0 ? group.out() : group.err();
    }
  }

  /// Submits the file, follows the group to its end, and gives its id.
  private static String watched(Installation installation, Path file) {
    try (Command submit =
        group(installation, "submit", "-f", file.toString(), "--watch", "--json")) {
      assertEquals(3, submit.awaitExit(MINUTE.multipliedBy(2)), submit::toString);
      JsonNode group = Json.mapper().readTree(submit.out());
      assertEquals("THRESHOLD_BROKEN", group.path("judgement").asString(), submit::toString);
      assertEquals(
          List.of(
              "load succeeded",
              "strict failed",
              "alarm succeeded",
              "praise skipped",
              "steps succeeded"),
          group
              .path("members")
              .valueStream()
              .map(one -> one.path("name").asString() + " " + one.path("state").asString())
              .toList(),
          submit::toString);
      assertEquals("strict: threshold broken: p50 < 1ms", group.path("reason").asString());
      assertTrue(submit.err().contains("praise  skipped: it runs on success"), submit::toString);
      return group.path("id").asString();
    }
  }

  private static Command group(Installation installation, String command, String... more) {
    List<String> words = new ArrayList<>(List.of("group", command));
    words.addAll(List.of(more));
    words.addAll(List.of("--server", installation.data()));
    return Command.start(words.toArray(String[]::new));
  }

  private static void assertReport(String html, String id) {
    assertTrue(html.contains("<h1>Small night</h1>"), html);
    assertTrue(html.contains("THRESHOLD BROKEN") && html.contains("3 of 5"), html);
    List<String> load = row(html, "load", "ledger");
    assertEquals("succeeded", load.get(1));
    assertEquals(id + ".load", load.get(2));
    assertTrue(load.get(4).contains("audit BALANCED"), load::toString);
    assertTrue(Double.parseDouble(load.get(5).replace(",", "")) > 0, load::toString);
    assertTrue(row(html, "strict", "noop").get(4).contains("thresholds BROKEN"), html);
    assertEquals("strict (failure)", row(html, "alarm", "noop").get(3));
    assertEquals("skipped", row(html, "praise", "noop").get(1));
    // On a busy host no step may be a valid measurement.
    String steps = row(html, "steps", "noop").get(4);
    assertTrue(steps.startsWith("peak at ") || steps.startsWith("no peak: "), html);
  }

  /// A member's cells.
  private static List<String> row(String html, String member, String jobClass) {
    String name = Pattern.quote(member + " (" + jobClass + ")");
    String cells =
        Pattern.compile("<tr><th><span>" + name + ".*?</tr>")
            .matcher(html)
            .results()
            .findFirst()
            .orElseThrow(() -> new AssertionError("no " + member + " in " + html))
            .group();
    return Pattern.compile("<span>(.*?)</span>")
        .matcher(cells)
        .results()
        .map(one -> one.group(1))
        .toList();
  }
}
