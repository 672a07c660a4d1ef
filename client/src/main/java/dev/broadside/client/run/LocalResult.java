package dev.broadside.client.run;

import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import java.util.List;

/// How a run without a server came out.
public sealed interface LocalResult {

  /// Nothing was run: the input is wrong, or what it names cannot be reached.
  record Refused(List<Problem> problems) implements LocalResult {
    public Refused {
      problems = List.copyOf(problems);
    }
  }

  /// It ran, perhaps not to its end: `job.state` is `completed`, `cancelled` or `failed`.
  ///
  /// @param document without its intervals, which the listener was given
  record Ran(RunDocument document) implements LocalResult {}
}
