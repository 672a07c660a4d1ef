package dev.broadside.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;

/// Measures some of the figures P1 to P11, and prints them as rows.
interface Measurement {

  /// The numbers of its figures.
  Set<String> figures();

  void measure(Settings settings, Databases databases)
      throws IOException, InterruptedException, SQLException;
}
