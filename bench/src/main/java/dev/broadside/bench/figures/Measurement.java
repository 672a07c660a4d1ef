package dev.broadside.bench.figures;

import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.peers.Databases;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;

/// Measures some of the figures P0 to P14, and prints them as rows.
public interface Measurement {

  /// The numbers of its figures.
  Set<String> figures();

  void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException;
}
