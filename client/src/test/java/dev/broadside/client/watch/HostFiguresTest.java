package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.work.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// On texts of procfs as kernels write them.
class HostFiguresTest {
  private static final String STAT =
      """
      cpu  1000 10 300 8000 50 1 20 30 5 0
      cpu0 500 5 150 4000 25 1 10 15 5 0
      cpu1 500 5 150 4000 25 0 10 15 0 0
      intr 2609985 0 0
      ctxt 5000
      btime 1795343208
      processes 100
      procs_running 4
      procs_blocked 1
      """;
  private static final String MEMINFO =
      """
      MemTotal:        8192000 kB
      MemFree:          100000 kB
      MemAvailable:    2048000 kB
      Buffers:            1024 kB
      Cached:          1022976 kB
      SwapTotal:       1048576 kB
      SwapFree:         524288 kB
      Dirty:              2048 kB
      SReclaimable:       1024 kB
      HugePages_Total:       0
      """;
  private static final String DISKSTATS =
      """
         7       0 loop0 5 0 10 1 0 0 0 0 0 1 1 0 0 0 0 0 0
         8       0 sda 100 5 8000 50 200 9 16000 400 2 300 900 0 0 0 0 0 0
         8       1 sda1 90 5 7000 50 200 9 16000 400 0 300 450 0 0 0 0 0 0
         8      16 sdb 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
       259       0 nvme0n1 7 0 56 3 1 0 8 1 0 4 4
       259       1 nvme0n1p1 7 0 56 3 1 0 8 1 0 4 4
       252       0 dm-0 50 0 4000 40 0 0 0 0 0 30 40
       252      10 dm-10 50 0 4000 40 0 0 0 0 0 30 40
       253       0 zram0 50 0 4000 40 0 0 0 0 0 30 40
      """;
  private static final String NET =
      """
      Inter-|   Receive                                                |  Transmit
       face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
          lo:    3193      29    0    0    0     0          0         0     3193      29    0    0    0     0       0          0
        ifb0:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0
        eth0:511815060   18554    1    2    0     0          0         0  1699675   15020    3    4    0     0       0          0
      """;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Map<String, String> files =
      new HashMap<>(
          Map.of(
              "stat",
              STAT,
              "loadavg",
              "1.53 1.06 0.52 2/115 10109\n",
              "meminfo",
              MEMINFO,
              "diskstats",
              DISKSTATS,
              "net/dev",
              NET));

  private HostFigures watch() {
    return new HostFigures("db 1", name -> files.getOrDefault(name, ""), time);
  }

  private Map<String, FigureValue> lookAfter(HostFigures host, Duration passed) {
    time.advance(passed);
    List<FigureValue> values = host.read();
    return IntStream.range(0, values.size())
        .boxed()
        .collect(Collectors.toMap(i -> host.figures().get(i).id(), values::get));
  }

  private static FigureValue amount(long amount) {
    return new FigureValue.Amount(amount);
  }

  @Test
  void wholeDisksThatWereUsedAreWatchedAndNoPartitionsOrLoops() {
    assertEquals(
        List.of("disk sda", "disk dm-0", "disk dm-10", "disk nvme0n1"),
        watch().figures().stream()
            .map(Figure::section)
            .map(section -> section.substring(section.indexOf(", ") + 2))
            .filter(row -> row.startsWith("disk"))
            .distinct()
            .toList());
  }

  @Test
  void figuresHaveIdsOfTheirOwnOnEachHostAndSharesNameThem() {
    List<Figure> declared = watch().figures();

    assertEquals(declared.size(), declared.stream().map(Figure::id).distinct().count());
    assertTrue(declared.stream().allMatch(figure -> figure.id().endsWith("@db_1")));
    assertTrue(
        declared.stream()
            .map(Figure::shareOf)
            .filter(other -> !other.isEmpty())
            .allMatch(other -> declared.stream().anyMatch(figure -> figure.id().equals(other))));
  }

  /// As iostat shows them.
  @Test
  void aDisksUtilisationIsAShareAndItsQueueANumber() {
    assertEquals("%", shownUnit("busy"));
    assertEquals("", shownUnit("queue"));
    assertEquals("ms", shownUnit("readTime"));
  }

  private String shownUnit(String figure) {
    Map<String, Figure> all =
        watch().figures().stream().collect(Collectors.toMap(Figure::id, one -> one));
    Figure one = Objects.requireNonNull(all.get("host.disk_sda." + figure + "@db_1"));
    return FigureBin.unit(one, Optional.ofNullable(all.get(one.shareOf())));
  }

  @Test
  void amountsAreWhatPassedAndReadingsWhatIs() {
    HostFigures host = watch();
    files.put(
        "stat",
        STAT.replace("cpu  1000 10 300 8000 50 1 20 30", "cpu  1080 30 340 8040 60 2 30 40")
            .replace("ctxt 5000", "ctxt 7500")
            .replace("procs_running 4", "procs_running 9"));
    files.put(
        "diskstats",
        DISKSTATS.replace(
            "sda 100 5 8000 50 200 9 16000 400 2 300 900",
            "sda 110 5 8100 75 240 9 16800 480 0 1300 2900"));
    files.put("net/dev", NET.replace("511815060   18554    1", "511816060   18560    2"));
    Map<String, FigureValue> values = lookAfter(host, Duration.ofMillis(2_000));

    assertEquals(amount(1_000), values.get("host.cpu.user@db_1"));
    assertEquals(amount(510), values.get("host.cpu.system@db_1"));
    assertEquals(amount(100), values.get("host.cpu.ioWait@db_1"));
    assertEquals(amount(400), values.get("host.cpu.idle@db_1"));
    assertEquals(amount(100), values.get("host.cpu.steal@db_1"));
    assertEquals(amount(2_110), values.get("host.cpu.all@db_1"));
    assertEquals(amount(2_500), values.get("host.tasks.switches@db_1"));
    assertEquals(new FigureValue.Reading(8), values.get("host.tasks.running@db_1"));
    assertEquals(new FigureValue.Reading(1.53), values.get("host.tasks.load@db_1"));
    assertEquals(new FigureValue.Reading(6_000), values.get("host.memory.used@db_1"));
    assertEquals(new FigureValue.Reading(1_001), values.get("host.memory.cached@db_1"));
    assertEquals(new FigureValue.Reading(512), values.get("host.memory.swap@db_1"));
    assertEquals(amount(10), values.get("host.disk_sda.reads@db_1"));
    assertEquals(amount(51_200), values.get("host.disk_sda.readBytes@db_1"));
    assertEquals(amount(25), values.get("host.disk_sda.readTime@db_1"));
    assertEquals(amount(80), values.get("host.disk_sda.writeTime@db_1"));
    assertEquals(amount(1_000), values.get("host.disk_sda.busy@db_1"));
    assertEquals(amount(2_000), values.get("host.disk_sda.queue@db_1"));
    assertEquals(amount(2_000), values.get("host.disk_sda.time@db_1"));
    assertEquals(amount(1_000), values.get("host.net_eth0.receivedBytes@db_1"));
    assertEquals(amount(1), values.get("host.net_eth0.errors@db_1"));
  }

  /// The kernel keeps a disk's times in 32 bits.
  @Test
  void timesOfADiskGoOnBehindTheirLastBit() {
    files.put("diskstats", DISKSTATS.replace("16000 400 2 300", "16000 4294967290 2 300"));
    HostFigures host = watch();
    files.put("diskstats", DISKSTATS.replace("16000 400 2 300", "16000 4 2 300"));

    assertEquals(
        amount(10), lookAfter(host, Duration.ofSeconds(1)).get("host.disk_sda.writeTime@db_1"));
  }

  @Test
  void countersThatBeganAnewAreUnknownOnceAndThenCountAgain() {
    HostFigures host = watch();
    String anew = DISKSTATS.replace("sda 100 5", "sda 3 5");
    files.put("diskstats", anew);
    Map<String, FigureValue> values = lookAfter(host, Duration.ofSeconds(1));

    assertEquals(FigureValue.UNKNOWN, values.get("host.disk_sda.reads@db_1"));
    assertEquals(FigureValue.UNKNOWN, values.get("host.disk_sda.time@db_1"));
    assertEquals(amount(0), values.get("host.disk_dm-0.reads@db_1"));

    files.put("diskstats", anew.replace("sda 3 5", "sda 8 5"));
    assertEquals(amount(5), lookAfter(host, Duration.ofSeconds(1)).get("host.disk_sda.reads@db_1"));
  }

  @Test
  void aDeviceThatIsGoneIsUnknownAndOneThatComesIsLeftOut() {
    HostFigures host = watch();
    int declared = host.figures().size();
    files.put("diskstats", DISKSTATS.replace("dm-0", "sdz"));
    Map<String, FigureValue> values = lookAfter(host, Duration.ofSeconds(1));

    assertEquals(FigureValue.UNKNOWN, values.get("host.disk_dm-0.reads@db_1"));
    assertEquals(declared, values.size());
    assertFalse(values.containsKey("host.disk_sdz.reads@db_1"));
  }

  @Test
  void aProcessorsTimeThatWentBackHasNotPassed() {
    HostFigures host = watch();
    files.put("stat", STAT.replace("8000 50", "8100 49"));

    assertEquals(amount(0), lookAfter(host, Duration.ofSeconds(1)).get("host.cpu.ioWait@db_1"));
  }

  @Test
  void elsewhereThanOnLinuxThereIsNothing() {
    files.clear();
    HostFigures host = watch();

    assertEquals(List.of(), host.figures());
    assertEquals(List.of(), host.read());
  }

  @Test
  void aHostOfAThousandDevicesAndProcessorsHasABoundedNumberOfFigures() {
    files.put("stat", STAT + numbered(1_000, i -> "cpu" + i + " 1 1 1 1 1 1 1 1 0 0\n"));
    files.put(
        "diskstats",
        numbered(
            1_000,
            i ->
                "8 0 sd%c%c".formatted('a' + i / 26 % 26, 'a' + i % 26)
                    + " 1 1 "
                    + i
                    + " 1 1 1 1 1 1 1 1\n"));
    List<Figure> declared = watch().figures();

    assertTrue(declared.size() <= Figure.MOST);
    assertEquals(
        16, declared.stream().filter(figure -> figure.id().endsWith(".reads@db_1")).count());
  }

  private static String numbered(int count, java.util.function.IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining());
  }

  /// A kernel of another time, or a file system that only looks like procfs.
  @Test
  void textsThatAreDamagedCostTheirFiguresAndNothingElse() {
    Random random = new Random(7);
    for (int round = 0; round < 100; round++) {
      files.replaceAll((_, text) -> damaged(text, random));
      HostFigures host = watch();
      files.replaceAll((_, text) -> damaged(text, random));

      assertEquals(host.figures().size(), lookAfter(host, Duration.ofSeconds(1)).size());
      files.putAll(
          Map.of("stat", STAT, "meminfo", MEMINFO, "diskstats", DISKSTATS, "net/dev", NET));
    }
  }

  private static String damaged(String text, Random random) {
    StringBuilder damaged = new StringBuilder(text);
    for (int i = 0; i < 5; i++) {
      String piece =
          List.of("", "-1", "99999999999999999999", "x", "\n", "\0", " ").get(random.nextInt(7));
      int at = random.nextInt(damaged.length());
      damaged.replace(at, Math.min(damaged.length(), at + random.nextInt(4)), piece);
    }
    return damaged.toString();
  }
}
