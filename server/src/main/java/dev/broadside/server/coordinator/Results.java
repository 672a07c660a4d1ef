package dev.broadside.server.coordinator;

import dev.broadside.core.report.RunDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/// The results of jobs: so far while they run, final afterwards. Safe for use by several threads.
public final class Results {

  /// The whole document in memory: for short runs and for tests. Empty where there is no such job.
  public Optional<RunDocument> document(String jobId) {
    throw new UnsupportedOperationException();
  }

  /// Writes the document as JSON without ever holding all of its intervals. False, with nothing written, where there is
  /// no such job.
  public boolean write(String jobId, OutputStream out) throws IOException {
    throw new UnsupportedOperationException();
  }
}
