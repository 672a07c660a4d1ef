package dev.broadside.core.drift;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What drifts in the measured part of a run.
///
/// @param verdict of all figures together
/// @param spanMillis the time that was examined
/// @param bins the number of bins
/// @param binMillis the length of a bin
/// @param cycleMillis the length of a repeating pattern that is not drift; 0 if the run is too
///   short for one
/// @param figures the examined figures
/// @param unknown names that the user gave and that no figure of the run has
/// @param sentence what drifts, for people
public record DriftDocument(
    Verdict verdict,
    double spanMillis,
    int bins,
    double binMillis,
    double cycleMillis,
    List<DriftFinding> figures,
    List<String> unknown,
    String sentence) {
  private static final int TOLD = 4;

  /// The verdict on a run.
  public enum Verdict {
    STEADY,
    /// Something changes, but nothing gets worse.
    CHANGED,
    WORSE,
    /// Too little was measured to tell.
    EARLY;

    private static Verdict of(List<DriftFinding> figures) {
      if (figures.stream().anyMatch(DriftFinding::worse)) {
        return WORSE;
      }
      List<DriftFinding.Verdict> all = figures.stream().map(DriftFinding::verdict).toList();
      return all.contains(DriftFinding.Verdict.EARLY)
          ? EARLY
          : all.stream().allMatch(one -> one == DriftFinding.Verdict.STEADY) ? STEADY : CHANGED;
    }
  }

  public DriftDocument {
    figures = List.copyOf(figures);
    unknown = List.copyOf(unknown);
  }

  DriftDocument(
      double spanMillis,
      int bins,
      double binMillis,
      double cycleMillis,
      List<DriftFinding> figures,
      List<String> unknown) {
    this(
        Verdict.of(figures),
        spanMillis,
        bins,
        binMillis,
        cycleMillis,
        figures,
        unknown,
        sentence(figures, unknown, spanMillis / 3_600_000, cycleMillis / 3_600_000));
  }

  /// The first of some figures that gets worse, in words; empty if none does.
  public Optional<String> worse(List<String> names) {
    return figures.stream()
        .filter(figure -> names.contains(figure.subject().figure()) && figure.worse())
        .map(DriftFinding::sentence)
        .findFirst();
  }

  private static String sentence(
      List<DriftFinding> figures, List<String> unknown, double hours, double cycleHours) {
    List<String> changes = new ArrayList<>();
    changes.addAll(sentences(figures, DriftFinding::worse));
    changes.addAll(sentences(figures, figure -> !figure.worse()));
    String all =
        changes.isEmpty()
            ? calm(figures, hours, cycleHours)
            : changes.stream().limit(TOLD).collect(Collectors.joining("; "));
    String more = changes.size() > TOLD ? "; and " + (changes.size() - TOLD) + " more" : "";
    String none = unknown.isEmpty() ? "" : "; no such figure: " + String.join(", ", unknown);
    return all + more + none;
  }

  private static List<String> sentences(List<DriftFinding> figures, Predicate<DriftFinding> which) {
    return figures.stream()
        .filter(which)
        .map(DriftFinding::sentence)
        .filter(sentence -> !sentence.isEmpty())
        .toList();
  }

  private static String calm(List<DriftFinding> figures, double hours, double cycleHours) {
    return Verdict.of(figures) == Verdict.EARLY
        ? "nothing is said before much more than "
            + DriftWords.time(cycleHours)
            + " were measured: what repeats itself in them looks like drift until then"
        : figures.size() + " figures are steady over " + DriftWords.time(hours);
  }
}
