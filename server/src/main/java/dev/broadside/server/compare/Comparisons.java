package dev.broadside.server.compare;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.Block.Chart;
import dev.broadside.core.report.section.OverlaidRuns;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.study.StudyComparison;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.server.campaign.StudyResults;
import dev.broadside.server.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/// Compares studies and jobs. Safe for use by several threads, which may block on the store.
public record Comparisons(Results runs, StudyResults studies) {
  /// A side that is neither a study nor a job.
  public static final class UnknownException extends Exception {
    private static final long serialVersionUID = 1;
    private final String id;

    UnknownException(String id) {
      super(id);
      this.id = id;
    }

    public String id() {
      return id;
    }
  }

  /// Compares the second of two with the first. The same two always have the same intervals.
  ///
  /// @param a ids of a study or a job, and of its repeats
  /// @param together how many such comparisons are read together
  /// @throws dev.broadside.server.results.UnreadableResultException if the result of one of them
  ///   cannot be read
  public StudyComparison of(List<String> a, List<String> b, int together) throws UnknownException {
    StudyDocument one = side(a);
    StudyDocument other = side(b);
    long seed = 31L * a.hashCode() + b.hashCode();
    return StudyComparison.of(one, other, studies.samples(), together, new SplittableRandom(seed));
  }

  /// The jobs among them as charts draw them over each other, named `A` and `B` or, if there are
  /// more, by their ids; with a number if a side has repeats. Studies are left out.
  ///
  /// @param sides the ids of each side's repeats
  public List<OverlaidRuns.Run> drawn(List<List<String>> sides) {
    return drawn(sides, runs::series);
  }

  /// The latencies of the jobs among them by percentile, in one chart; empty if too little is
  /// known.
  ///
  /// @param sides the ids of each side's repeats
  public Optional<Chart> percentiles(List<List<String>> sides) throws UnknownException {
    for (String id : sides.stream().flatMap(List::stream).toList()) {
      known(id);
    }
    return OverlaidRuns.percentiles(drawn(sides, _ -> new Buckets()));
  }

  /// No more series are read than are drawn.
  private List<OverlaidRuns.Run> drawn(List<List<String>> sides, Function<String, Buckets> series) {
    List<OverlaidRuns.Run> drawn = new ArrayList<>();
    for (List<String> side : sides) {
      for (String id : side) {
        Optional<RunDocument> run = runs.summary(id);
        if (run.isPresent()) {
          String name = OverlaidRuns.nameOf(sides, side, id);
          drawn.add(
              new OverlaidRuns.Run(
                  name,
                  run.get(),
                  drawn.size() < OverlaidRuns.MOST ? series.apply(id) : new Buckets()));
        }
      }
    }
    return drawn;
  }

  private StudyDocument side(List<String> ids) throws UnknownException {
    List<StudyDocument> repeats = new ArrayList<>();
    for (String id : ids) {
      repeats.add(known(id));
    }
    return StudyDocument.together(repeats);
  }

  private StudyDocument known(String id) throws UnknownException {
    return studies
        .summary(id)
        .or(() -> runs.summary(id).map(StudyDocument::ofRun))
        .orElseThrow(() -> new UnknownException(id));
  }
}
