package dev.broadside.core.report.html;

import dev.broadside.core.report.RunDocument;
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
    if (run.job().startedAt().isEmpty()) {
      return all;
    }
    AuditDocument audit = run.audit();
    all.add(
        new Verdict(
            "Audit",
            "" + audit.verdict(),
            switch (audit.verdict()) {
              case BALANCED -> "good";
              case INCOMPLETE -> "warn";
              case CONFLICT -> "bad";
            },
            audit.sentence().replaceFirst("^AUDIT \\w+\\W+", "")));
    GeneratorVerdict generator = run.generator();
    all.add(
        new Verdict(
            "Load generator",
            "" + generator.verdict(),
            generator.verdict() == GeneratorVerdict.Verdict.OK ? "good" : "warn",
            generator.reason()));
    run.thresholds()
        .ifPresent(thresholds ->
            all.add(
                new Verdict(
                    "Thresholds",
                    thresholds.verdict().words(),
                    switch (thresholds.verdict()) {
                      case HOLDS -> "good";
                      case NOT_JUDGED -> "warn";
                      case BROKEN -> "bad";
                    },
                    thresholds.each().stream()
                            .filter(one -> one.verdict() == thresholds.verdict())
                            .count()
                        + " of "
                        + thresholds.each().size()
                        + ": "
                        + thresholds.each().stream()
                            .filter(one -> one.verdict() == thresholds.verdict())
                            .findFirst()
                            .orElseThrow()
                            .sentence())));
    run.drift()
        .ifPresent(drift ->
            all.add(
                new Verdict(
                    "Drift",
                    "" + drift.verdict(),
                    switch (drift.verdict()) {
                      case STEADY -> "good";
                      case CHANGED, EARLY -> "plain";
                      case WORSE -> "warn";
                    },
                    drift.sentence())));
    return all;
  }

  Tag tag() {
    return Tag.of("div")
        .at("class", "verdict " + tone)
        .add(Tag.of("span", "of", of), Tag.of("b").text(word), Tag.of("p").text(reason));
  }
}
