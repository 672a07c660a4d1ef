package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.form.IntervalForm.InfluxLines;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Lines as InfluxDB reads them: a measurement with tags, a blank, fields, a blank, nanoseconds.
final class InfluxLinesTest {
  private static final String ESCAPED = "(?:[^,= \\\\]|\\\\[,= ])+";
  private static final String VALUE = "(?:-?[0-9.]+i?|\"[^\"]*\")";
  private static final Pattern LINE =
      Pattern.compile(
          "broadside(?:,TEXT=TEXT)+ TEXT=VALUE(?:,TEXT=VALUE)* ([0-9]+)"
              .replace("TEXT", ESCAPED)
              .replace("VALUE", VALUE));

  static JobSummary job(String id, String startedAt) {
    JobSummary job = Studies.night("8.0", 0, 100).job();
    Status status = new Status(job.state(), job.reason(), startedAt, job.endedAt());
    return new JobSummary(id, job.name(), job.code(), status, job.asked());
  }

  private static List<String> lines(String id) {
    InfluxLines influx = new InfluxLines(job(id, "2026-01-02T03:04:05Z"));
    return ComparisonReportTest.intervals(3, 1_000).stream()
        .flatMap(interval -> influx.lines(interval).stream())
        .toList();
  }

  @Test
  void eachIntervalHasALineForItsTransactionsAndForEachOperationAtItsEnd() {
    List<String> lines = lines("night-1");
    assertEquals(6, lines.size());
    long end = Instant.parse("2026-01-02T03:04:06Z").getEpochSecond();
    for (int i = 0; i < lines.size(); i++) {
      var line = LINE.matcher(lines.get(i));
      assertTrue(line.matches(), lines.get(i));
      assertEquals((end + i / 2) + "000000000", line.group(1));
    }
    String first = lines.getFirst();
    assertTrue(first.startsWith("broadside,job=night-1,class=noop,op=transaction,phase="), first);
    assertTrue(first.contains(",threads=4i"), first);
    assertTrue(first.contains(",p99_ms="), first);
    assertTrue(lines.get(1).contains(",op=op,"), lines.get(1));
  }

  @Test
  void hostileNamesStayInTheirPlace() {
    for (String id : List.of("a b,c=d", "back\\", "line\nline", "\u202e", "  ")) {
      for (String line : lines(id)) {
        assertTrue(LINE.matcher(line).matches(), line);
        assertFalse(line.chars().anyMatch(Character::isISOControl), line);
      }
    }
  }

  @Test
  void aRunThatNeverBeganHasNone() {
    InfluxLines influx = new InfluxLines(job("x", ""));
    assertEquals(List.of(), influx.lines(ComparisonReportTest.intervals(1, 1_000).getFirst()));
  }
}
