package dev.broadside.core.work;

import dev.broadside.core.param.Parameters;
import java.util.HashSet;
import java.util.List;

/// Who a job class is, said once.
///
/// @param id stable id, as on the command line: `igenoltp`, `sysbench_oltp_read_write`
/// @param title a few words for lists
/// @param summary one to three sentences: what it does, and which tool and version it reproduces
/// @param parameters its inputs
/// @param operations the names of what it times inside an iteration, in the order of the indexes
///   given to [Iteration#begin(int)]; may be empty. At most [#MAX_OPERATIONS].
public record JobDescription(
    String id, String title, String summary, Parameters parameters, List<String> operations) {

  /// More operations than this make results unreadable and records too large.
  public static final int MAX_OPERATIONS = 64;

  public JobDescription {
    operations = List.copyOf(operations);
    if (!id.matches("[a-z][a-z0-9_-]{0,63}")) {
      throw new IllegalArgumentException(
          "job class id \"" + id + "\" is not lower-case letters, digits, dashes and underscores");
    }
    if (operations.size() > MAX_OPERATIONS
        || new HashSet<>(operations).size() != operations.size()) {
      throw new IllegalArgumentException(
          "job class "
              + id
              + " needs at most "
              + MAX_OPERATIONS
              + " operations with names of their own");
    }
  }
}
