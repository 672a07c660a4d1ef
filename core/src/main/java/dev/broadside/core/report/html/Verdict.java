package dev.broadside.core.report.html;

import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.List;

/// What is said of a result before its figures.
///
/// @param of what it judges
/// @param word the verdict
/// @param tone `good`, `plain`, `warn` or `bad`
/// @param reason one sentence
record Verdict(String of, String word, String tone, String reason) {
  /// Those of a run; none where it never began.
  static List<Verdict> of(RunDocument run) {
    List<Verdict> all = new ArrayList<>();
    if (!run.job().startedAt().isEmpty()) {
      all.add(of(run.audit()));
      all.add(of(run.generator()));
      run.thresholds().map(Verdict::of).ifPresent(all::add);
      run.drift().map(Verdict::of).ifPresent(all::add);
    }
    return all;
  }

  /// How a state is told; what goes on is neither good nor bad yet.
  static String tone(String state) {
    return switch (state) {
      case "completed" -> "good";
      case "failed", "lost", "cancelled" -> "bad";
      default -> "plain";
    };
  }

  private static Verdict of(AuditDocument audit) {
    return new Verdict(
        "Audit",
        "" + audit.verdict(),
        switch (audit.verdict()) {
          case BALANCED -> "good";
          case INCOMPLETE -> "warn";
          case CONFLICT -> "bad";
        },
        audit.sentence().replaceFirst("^AUDIT \\w+\\W+", ""));
  }

  private static Verdict of(GeneratorVerdict generator) {
    return new Verdict(
        "Load generator",
        generator.verdict().words(),
        generator.verdict() == GeneratorVerdict.Verdict.OK ? "good" : "warn",
        generator.reason());
  }

  private static Verdict of(ThresholdVerdicts thresholds) {
    List<ThresholdDocument> alike =
        thresholds.each().stream().filter(one -> one.verdict() == thresholds.verdict()).toList();
    return new Verdict(
        "Thresholds",
        thresholds.verdict().words(),
        switch (thresholds.verdict()) {
          case HOLDS -> "good";
          case NOT_JUDGED -> "warn";
          case BROKEN -> "bad";
        },
        alike.size() + " of " + thresholds.each().size() + ": " + alike.getFirst().sentence());
  }

  private static Verdict of(DriftDocument drift) {
    return new Verdict(
        "Drift",
        "" + drift.verdict(),
        switch (drift.verdict()) {
          case STEADY -> "good";
          case CHANGED, EARLY -> "plain";
          case WORSE -> "warn";
        },
        drift.sentence());
  }

  Tag tag() {
    return Tag.of("div")
        .at("class", "verdict " + tone)
        .add(Tag.of("span", "of", of), Tag.of("b").text(word), Tag.of("p").text(reason));
  }
}
