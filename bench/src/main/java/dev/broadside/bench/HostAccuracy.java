package dev.broadside.bench;

import dev.broadside.client.watch.HostFigures;
import dev.broadside.core.report.Json;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import tools.jackson.databind.JsonNode;

/// A host's figures beside `mpstat` and `iostat` over the same seconds, while processors and disks
/// have something to do: processors within 2 points, disks within 5 %.
///
/// Arguments: `[SECONDS [FOLDER]]`, 60 and the folder for temporary files by default; the folder is
/// where it writes and reads. The load is the same all the time, since the three begin and end to
/// look at somewhat other moments. Where sysstat is not installed it says "not run".
public final class HostAccuracy {
  private static final double POINTS = 2;
  private static final double RATIO = 0.05;
  private static final int MEGABYTES = 2;

  private final int seconds;
  private final Path folder;
  private boolean holds = true;

  private HostAccuracy(int seconds, Path folder) {
    this.seconds = seconds;
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    try {
      Tool.require("mpstat", "apt-get install -y sysstat");
      Tool.require("iostat", "apt-get install -y sysstat");
    } catch (Tool.MissingException e) {
      System.out.println("not run: " + e.getMessage());
      return;
    }
    HostAccuracy accuracy =
        new HostAccuracy(
            args.length > 0 ? Integer.parseInt(args[0]) : 60,
            Path.of(args.length > 1 ? args[1] : System.getProperty("java.io.tmpdir")));
    accuracy.measure();
    System.exit(accuracy.holds ? 0 : 1);
  }

  private void measure() throws Exception {
    Path file = Files.createTempFile(folder, "broadside-host", ".bytes");
    try (Strain _ = new Strain(file)) {
      FutureTask<JsonNode> mpstat = start("mpstat", "-P", "ALL", "-o", "JSON", "" + seconds, "1");
      FutureTask<JsonNode> iostat =
          start("iostat", "-d", "-x", "-k", "-y", "-o", "JSON", "" + seconds, "1");
      HostFigures host = HostFigures.start("here", new SystemTime());
      JsonNode processors = mpstat.get();
      JsonNode disks = iostat.get();
      Map<String, Double> own = amounts(host);
      processors.at("/sysstat/hosts/0/statistics/0/cpu-load").forEach(row -> processor(own, row));
      disks.at("/sysstat/hosts/0/statistics/0/disk").forEach(row -> disk(own, row));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Map<String, Double> amounts(HostFigures host) {
    Map<String, Double> amounts = new TreeMap<>();
    List<FigureValue> values = host.read();
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) instanceof FigureValue.Amount(long amount)) {
        amounts.put(host.figures().get(i).id().replace("@here", ""), (double) amount);
      }
    }
    return amounts;
  }

  private void processor(Map<String, Double> own, JsonNode row) {
    String cpu = row.path("cpu").asString("");
    String name = cpu.equals("all") ? "host.cpu." : "host.core_" + cpu + ".";
    double all = own.getOrDefault(name + "all", Double.NaN);
    Map<String, List<String>> kinds =
        Map.of(
            "user", List.of("usr", "nice", "guest", "gnice"),
            "system", List.of("sys", "irq", "soft"),
            "ioWait", List.of("iowait"),
            "idle", List.of("idle"),
            "steal", List.of("steal"));
    new TreeMap<>(kinds)
        .forEach((kind, parts) -> {
          double theirs = parts.stream().mapToDouble(part -> row.path(part).asDouble()).sum();
          double ours = 100 * own.getOrDefault(name + kind, Double.NaN) / all;
          tell("mpstat", name + kind + ", %", ours, theirs, Math.abs(ours - theirs) <= POINTS);
        });
  }

  private void disk(Map<String, Double> own, JsonNode row) {
    String name = "host.disk_" + row.path("disk_device").asString("") + ".";
    if (!own.containsKey(name + "time")) {
      return;
    }
    double time = own.getOrDefault(name + "time", Double.NaN) / 1e3;
    double reads = own.getOrDefault(name + "reads", Double.NaN);
    double writes = own.getOrDefault(name + "writes", Double.NaN);
    disk(name + "reads, /s", reads / time, row.path("r/s"));
    disk(name + "writes, /s", writes / time, row.path("w/s"));
    disk(
        name + "bytes read, KiB/s",
        own.getOrDefault(name + "readBytes", Double.NaN) / 1024 / time,
        row.path("rkB/s"));
    disk(
        name + "bytes written, KiB/s",
        own.getOrDefault(name + "writtenBytes", Double.NaN) / 1024 / time,
        row.path("wkB/s"));
    disk(
        name + "read latency, ms",
        own.getOrDefault(name + "readTime", Double.NaN) / reads,
        row.path("r_await"));
    disk(
        name + "write latency, ms",
        own.getOrDefault(name + "writeTime", Double.NaN) / writes,
        row.path("w_await"));
    disk(
        name + "utilisation, %",
        own.getOrDefault(name + "busy", Double.NaN) / time / 10,
        row.path("util"));
    disk(
        name + "queue",
        own.getOrDefault(name + "queue", Double.NaN) / time / 1e3,
        row.path("aqu-sz"));
  }

  /// iostat tells hundredths.
  private void disk(String name, double ours, JsonNode row) {
    double theirs = row.asDouble();
    tell("iostat", name, ours, theirs, Math.abs(ours - theirs) <= RATIO * theirs + 0.01);
  }

  private void tell(String tool, String name, double ours, double theirs, boolean within) {
    holds &= within;
    System.out.printf(
        Locale.ROOT,
        "  %-38s %10.2f  %s %10.2f  %s%n",
        name,
        ours,
        tool,
        theirs,
        within ? "holds" : "DOES NOT HOLD");
  }

  private static FutureTask<JsonNode> start(String... command) {
    Callable<JsonNode> run =
        () -> Json.mapper().readTree(Tool.output(List.of(command), Map.of("LC_ALL", "C")));
    FutureTask<JsonNode> task = new FutureTask<>(run);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  /// Half a processor's work, and a file that is written and read past the kernel's memory.
  private static final class Strain implements AutoCloseable {
    private final List<Process> loops = new ArrayList<>();

    Strain(Path file) throws IOException {
      loop("while :; do i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; sleep 0.05; done");
      String dd = "dd bs=64k count=" + 16 * MEGABYTES + " status=none ";
      loop(
          "while :; do %s if=/dev/zero of='%s' oflag=direct; %s if='%s' of=/dev/null iflag=direct;"
                  .formatted(dd, file, dd, file)
              + " sleep 0.2; done");
    }

    private void loop(String script) throws IOException {
      loops.add(new ProcessBuilder("sh", "-c", script).start());
    }

    @Override
    public void close() {
      loops.forEach(loop -> {
        loop.descendants().forEach(ProcessHandle::destroyForcibly);
        loop.destroyForcibly();
      });
    }
  }
}
