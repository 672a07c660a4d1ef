package dev.broadside.server.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.server.jobs.ScriptedCluster;
import dev.broadside.server.security.Tokens;
import dev.broadside.server.store.NotebookTable;
import dev.broadside.server.store.row.Attachment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// A job goes from one server to another as it is, or not at all.
final class JobArchiveTest {
  private static final byte[] FILE = "seq scan\n".repeat(30_000).getBytes(UTF_8);

  @TempDir private Path folder;
  private ScriptedCluster from;
  private ScriptedCluster to;

  @BeforeEach
  void start() throws IOException {
    from = new ScriptedCluster(Files.createDirectory(folder.resolve("from")));
    to = new ScriptedCluster(Files.createDirectory(folder.resolve("to")));
    from.agent("agent-1");
    from.agent("agent-2");
    from.submit("job", ScriptedCluster.spec(2));
    from.advanceTo("job", "completed");
    NotebookTable notebook = from.store().notebook;
    notebook.say("job", "me", Instant.EPOCH, "a cold\ncache");
    String sha256 = HexFormat.of().formatHex(Tokens.sha256().digest(FILE));
    Attachment plan = new Attachment("plan.txt", FILE.length, sha256, "me", Instant.EPOCH);
    notebook.attach("job", plan, new ByteArrayInputStream(FILE));
  }

  private static byte[] attachment(ScriptedCluster cluster) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    cluster.store().notebook.copy("job", "plan.txt", out);
    return out.toByteArray();
  }

  @AfterEach
  void stop() {
    from.close();
    to.close();
  }

  private static byte[] written(ScriptedCluster cluster) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    cluster.parts().archive.write("job", out);
    return out.toByteArray();
  }

  private String read(byte[] file) throws RefusedArchive {
    return to.parts().archive.read(new ByteArrayInputStream(file));
  }

  private static byte[] result(ScriptedCluster cluster) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertTrue(cluster.parts().results.write("job", out));
    return out.toByteArray();
  }

  @Test
  void jobIsTheSameOnTheOtherServer() throws Exception {
    assertEquals("job", read(written(from)));

    assertArrayEquals(result(from), result(to));
    assertEquals(from.job("job").state(), to.job("job").state());
    assertEquals(from.store().records.count("job"), to.store().records.count("job"));
    assertEquals(1, from.store().notebook.comments("job").size());
    assertEquals(from.store().notebook.comments("job"), to.store().notebook.comments("job"));
    assertEquals(from.store().notebook.attachments("job"), to.store().notebook.attachments("job"));
    assertArrayEquals(FILE, attachment(to));
    assertEquals(
        "job job is here already",
        assertThrows(RefusedArchive.class, () -> read(written(from))).problem().what());
  }

  @Test
  void fileThatIsDamagedLeavesNothing() throws Exception {
    byte[] whole = written(from);
    List<String> lines = lines(whole);
    String record =
        lines.stream()
            .filter(line -> line.contains("\"type\":\"records\""))
            .findFirst()
            .orElseThrow();
    String other = record.replaceFirst("\"crc\":-?\\d+", "\"crc\":7");

    for (byte[] file :
        List.of(
            Arrays.copyOf(whole, whole.length / 2),
            packed(lines.subList(0, lines.size() - 1)),
            packed(lines.stream().filter(line -> !line.equals(record)).toList()),
            packed(lines.stream().map(line -> line.equals(record) ? other : line).toList()),
            packed(lines.stream().map(line -> line.replace("plan.txt", "../plan.txt")).toList()),
            packed(lines.stream().map(line -> line.replace("a cold\\n", "\\u001b")).toList()),
            packed(
                lines.stream().map(line -> line.replace("c2VxIHNjYW4K", "c2VxIHNjYW4L")).toList()),
            packed(Stream.concat(lines.stream(), Stream.of("{}")).toList()),
            packed(List.of("{\"type\":\"something\"}")),
            "no archive".getBytes(UTF_8))) {
      assertThrows(RefusedArchive.class, () -> read(file));
      assertFalse(to.store().jobs.shown("job").isPresent());
      assertEquals(List.of(), to.store().wholeJobs.hidden());
    }
    assertEquals("job", read(whole));
  }

  @Test
  void aJobThatNoListCouldShowIsRefusedAndLeavesNothing() throws Exception {
    byte[] whole = written(from);
    List<String> lines = lines(whole);
    List<ObjectNode> broken = new ArrayList<>();
    for (String column : List.of("headline", "filing", "code", "spec", "status")) {
      for (String text : List.of("null", "{", "{}", "[]")) {
        broken.add(job(lines).put(column, text));
      }
    }
    String status = job(lines).path("status").asString();
    broken.add(job(lines).put("status", status.replace("\"state\"", "\"estate\"")));
    broken.add(job(lines).put("status", status.replace("\"done\"", "\"running\"")));

    for (ObjectNode row : broken) {
      byte[] file =
          packed(
              lines.stream()
                  .map(line -> line.contains("\"type\":\"jobs\"") ? row.toString() : line)
                  .toList());

      assertThrows(RefusedArchive.class, () -> read(file), row::toString);

      assertEquals(List.of(), to.store().wholeJobs.hidden(), row::toString);
      assertEquals(List.of(), to.parts().reads.jobs(Optional.empty(), 10));
    }
    assertEquals("job", read(whole));
  }

  private static ObjectNode job(List<String> lines) {
    return (ObjectNode) Json.mapper().readTree(lines.get(1));
  }

  @Test
  void aFileWithoutAnyRowIsRefused() throws Exception {
    String head = lines(written(from)).getFirst();

    assertThrows(
        RefusedArchive.class, () -> read(packed(List.of(head, "{\"type\":\"end\",\"rows\":0}"))));
  }

  @Test
  void whatIsLeftOfAJobOnItsWayInKeepsNoServerFromStarting() throws Exception {
    to.alter(
        "INSERT INTO jobs (id, submitted_at, word, finished, spec, secrets, code, status, headline)"
            + " VALUES ('job', 1, 'completed', 2, '', '', '', '', '')");
    to.kill();
    to.reboot();

    to.parts().deletion.removeHidden();

    assertEquals("job", read(written(from)));
  }

  /// Rows that are under no seal, such as intervals, are held against the checksum of the file.
  @Test
  void fileWithABitThatFlippedInWhateverRowLeavesNothing() throws Exception {
    byte[] whole = written(from);
    List<String> lines = lines(whole);
    byte[] other = packed(lines.stream().map(line -> line.replace("measure", "neasure")).toList());
    byte[] same = packed(lines);
    // Length and checksum stand at the end; those of the file as it was, behind the other rows.
    System.arraycopy(same, same.length - 8, other, other.length - 8, 8);

    String told = assertThrows(RefusedArchive.class, () -> read(other)).problem().what();

    assertTrue(told.startsWith("it is damaged"), told);
    assertFalse(to.store().jobs.shown("job").isPresent());
    assertEquals("job", read(same));
  }

  @Test
  void fileThatEndsBeforeItBeginsIsToldInWords() {
    assertEquals(
        "it is empty, or ends in the middle",
        assertThrows(RefusedArchive.class, () -> read(new byte[0])).problem().what());
  }

  /// As the result of a job with 560 agents and more has.
  @Test
  void aResultOfManyMegabytesComesInAsItWentOut() throws Exception {
    from.alter(
        "UPDATE results SET document = substr(document, 1, length(document) - 1) || ',\"more\":['"
            + " || replace(hex(zeroblob(2000000)), '00', '1,') || '1]}'");

    assertEquals("job", read(written(from)));

    assertTrue(result(to).length > 4_000_000);
    assertArrayEquals(result(from), result(to));
  }

  @Test
  void aFileThatExpandsToMoreThanAnyJobIsGivenUpWhileItIsRead() throws Exception {
    List<String> whole = lines(written(from));
    String row =
        "{\"type\":\"comments\",\"run_id\":\"job\",\"number\":%d,\"author\":\"me\",\"made_at\":0,"
            + "\"text\":\"x\",\"more\":\"%s\"}";
    List<String> many = new ArrayList<>(whole.subList(0, whole.size() - 1));
    for (int i = 0; i < 11; i++) {
      many.add(row.formatted(100 + i, " ".repeat(30 << 20)));
    }

    String expands = refusal(packed(many));
    assertTrue(expands.matches("it expands to more than \\d+ MiB"), expands);
    for (String endless : List.of(row.formatted(1, " ".repeat(65 << 20)), " ".repeat(65 << 20))) {
      assertEquals(
          "it has a row of more than 64 MiB", refusal(packed(List.of(whole.getFirst(), endless))));
    }
    assertFalse(to.store().jobs.shown("job").isPresent());
  }

  private String refusal(byte[] file) {
    return assertThrows(RefusedArchive.class, () -> read(file)).problem().what();
  }

  /// HdrHistogram's own reader finds each interval, and over the measured phases the result's
  /// counts and percentiles.
  @Test
  void latenciesAreALogThatHdrHistogramReads() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertTrue(from.parts().results.writeLatencies("job", out));
    RunDocument run = from.parts().results.summary("job").orElseThrow();
    RunDocument.PhaseDocument measured =
        run.phases().stream().filter(one -> one.kind().equals("measure")).findFirst().orElseThrow();
    Map<String, Histogram> sums = new TreeMap<>();
    try (HistogramLogReader log =
        new HistogramLogReader(new ByteArrayInputStream(out.toByteArray()))) {
      while (log.hasNext()) {
        Histogram one = (Histogram) log.nextIntervalHistogram();
        double millis =
            one.getStartTimeStamp() - Instant.parse(run.job().startedAt()).toEpochMilli();
        double since = millis - measured.startMillis();
        if (since >= 0 && since < measured.durationMillis()) {
          sums.computeIfAbsent(Objects.requireNonNullElse(one.getTag(), ""), _ -> empty()).add(one);
        }
      }
    }
    assertSame(run.summary(), sums.get(""));
    run.operations()
        .forEach((name, stats) -> {
          if (stats.transactions() > 0) {
            assertSame(stats, sums.get(name));
          }
        });
    assertFalse(from.parts().results.writeLatencies("nobody", out));
  }

  @Test
  void aRecordThatIsDamagedIsNamedInTheLogThatMissesIt() throws IOException {
    from.alter("UPDATE records SET crc = crc + 1 WHERE seq = 3");
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    assertTrue(from.parts().results.writeLatencies("job", out));

    String log = out.toString(UTF_8);
    assertTrue(log.contains("\n#[record 3 of agent-1 is damaged and left out]\n"), log);
    assertTrue(log.contains("\n#[record 3 of agent-2 is damaged and left out]\n"), log);
  }

  private static Histogram empty() {
    return new Histogram(1, 3_600_000_000L, 3);
  }

  private static void assertSame(StatsDocument stats, Histogram sum) {
    LatencyMillis latency = stats.latencyMillis().orElseThrow();
    assertEquals(latency.count(), sum.getTotalCount());
    assertEquals(latency.p50(), sum.getValueAtPercentile(50) / 1e3);
    assertEquals(latency.p99(), sum.getValueAtPercentile(99) / 1e3);
  }

  private static List<String> lines(byte[] file) throws IOException {
    return new String(new GZIPInputStream(new ByteArrayInputStream(file)).readAllBytes(), UTF_8)
        .lines()
        .toList();
  }

  private static byte[] packed(List<String> lines) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void jobThatIsDeletedIsGoneWithAllItsRows() {
    assertTrue(from.store().wholeJobs.hide("job"));
    assertFalse(from.store().jobs.shown("job").isPresent());
    assertFalse(from.store().runs.result("job").isPresent());

    from.parts().deletion.removeHidden();

    assertEquals(List.of(), from.store().wholeJobs.hidden());
    assertEquals(0, from.store().records.count("job"));
    assertEquals(List.of(), from.store().runs.intervals("job", 0, 10));
    assertFalse(from.store().wholeJobs.hide("job"));
  }

  private Optional<String> deleted() {
    CompletableFuture<Optional<String>> deleted = from.parts().deletion.delete("job");
    from.settle();
    return deleted.join();
  }

  @Test
  void jobThatIsDeletedCanComeBackForADay() throws IOException {
    from.advance(Duration.ofSeconds(5));
    byte[] before = result(from);
    assertEquals(Optional.empty(), deleted());
    assertEquals(Optional.empty(), from.parts().reads.job("job"));
    assertFalse(from.store().runs.result("job").isPresent());
    from.advance(Duration.ofHours(23), Duration.ofMinutes(30));
    from.parts().deletion.removeDeleted();
    assertTrue(from.parts().deletion.restore("job"));
    assertArrayEquals(before, result(from));

    assertEquals(Optional.empty(), deleted());
    from.advance(Duration.ofHours(25), Duration.ofMinutes(30));
    from.parts().deletion.removeDeleted();
    assertEquals(List.of("job"), from.store().wholeJobs.hidden());
    from.parts().deletion.removeHidden();
    assertFalse(from.parts().deletion.restore("job"));
    assertFalse(from.store().jobs.deleted("job"));
  }
}
