package dev.broadside.bench.figures;

import dev.broadside.bench.Host;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Measures the figures P0 to P14, or those that are named, always beside a peer where there is
/// one, and prints rows for docs/performance.md.
///
/// Arguments: `[P1 P2 ...] [--seconds N] [--rounds N] ...`; [MeasurementOptions] has them all.
public final class SideBySide {
  private static final int WRONG_INPUT = 2;

  private static final List<Measurement> ALL =
      List.of(
          AgainstSysbench.FLOOR,
          AgainstSysbench.POINT_SELECTS,
          AgainstSysbench.OLTP,
          EngineCost.ofTheEngine(),
          new RecordingCost(),
          new OpenLoop(),
          new Ingest(),
          new ManyConnections(),
          new BulkLoad(),
          new StartUp(),
          new RecordBytes(),
          new LongJob(),
          EngineCost.ofAuthors(),
          new PgbenchScripts());

  private SideBySide() {}

  public static void main(String... arguments) throws Exception {
    try {
      measure(MeasurementOptions.parse(arguments));
    } catch (MeasurementOptions.UnknownException | Tool.MissingException e) {
      System.err.println("bench: " + e.getMessage());
      System.exit(WRONG_INPUT);
    }
  }

  private static void measure(MeasurementOptions settings) throws Exception {
    Set<String> wanted = new TreeSet<>(settings.words());
    Set<String> known = new TreeSet<>();
    ALL.forEach(one -> known.addAll(one.figures()));
    if (!known.containsAll(wanted)) {
      throw new MeasurementOptions.UnknownException(
          "there are " + String.join(", ", known) + ", and not " + String.join(", ", wanted));
    }
    Report.line("%s", Host.quietness());
    long[] before = Host.times();
    try (Databases databases = new Databases(settings)) {
      for (Measurement one : ALL) {
        if (wanted.isEmpty() || one.figures().stream().anyMatch(wanted::contains)) {
          one.measure(settings, databases);
        }
      }
    }
    Report.line("%n%s", Host.steal(before));
  }
}
