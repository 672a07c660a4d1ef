package dev.broadside.server.preflight;

import dev.broadside.core.work.Finding;
import java.util.List;

/// What the test of a job has found, as the HTTP API, the page and the command line show it.
///
/// @param fit whether nothing failed
/// @param findings in the order in which they are looked at
public record PreflightDocument(boolean fit, List<Line> findings) {

  /// One finding.
  ///
  /// @param level `ok`, `warn` or `fail`
  /// @param where `server`, or the names of the agents that found the same
  /// @param figures what was found, with numbers
  /// @param mend what to do about it; empty if nothing is to be done
  public record Line(String level, String check, String where, String figures, String mend) {
    static Line of(String where, Finding finding) {
      return new Line(
          finding.level().word(), finding.check(), where, finding.figures(), finding.mend());
    }
  }

  static PreflightDocument of(List<Line> lines) {
    boolean fit = lines.stream().noneMatch(line -> line.level().equals(Finding.Level.FAIL.word()));
    return new PreflightDocument(fit, List.copyOf(lines));
  }
}
