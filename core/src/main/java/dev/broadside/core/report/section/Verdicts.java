package dev.broadside.core.report.section;

import dev.broadside.core.drift.DriftDocument;
import dev.broadside.core.drift.DriftFinding;
import dev.broadside.core.drift.DriftWords;
import dev.broadside.core.drift.DriftWords.Per;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.Block.Cell;
import dev.broadside.core.report.section.Block.Note;
import dev.broadside.core.report.section.Block.Part;
import dev.broadside.core.report.section.Block.Table;
import dev.broadside.core.report.section.Block.Text;
import dev.broadside.core.report.section.Block.Verdict;
import dev.broadside.core.report.section.ReportDocument.Section;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.work.Verification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The lines before a run's numbers, which say whether the numbers can be trusted.
final class Verdicts {
  private static final Set<String> GOING_ON = Set.of("preparing", "running", "stopping");

  private Verdicts() {}

  /// The verdicts alone; empty if the run never began.
  static List<Verdict> of(RunDocument run) {
    List<Verdict> all = new ArrayList<>();
    if (!run.job().startedAt().isEmpty()) {
      if (!RunReport.loadedOnly(run)) {
        all.add(generator(run));
      }
      all.add(audit(run.audit(), GOING_ON.contains(run.job().state())));
      run.drift().map(Verdicts::drift).ifPresent(all::add);
      run.thresholds().map(Verdicts::thresholds).ifPresent(all::add);
    }
    return all;
  }

  /// The verdicts, the table of thresholds, and further notes.
  static List<Block> withNotes(RunDocument run) {
    List<Block> all = new ArrayList<>(of(run));
    if (all.isEmpty()) {
      return all;
    }
    run.thresholds().ifPresent(thresholds -> all.addAll(each(thresholds)));
    run.backlogs().forEach(left -> all.add(new Note("Backlog", left)));
    Instant start = Instant.parse(run.job().startedAt());
    run.delivery()
        .filter(delivery -> !delivery.whole())
        .ifPresent(delivery -> all.add(new Note("Delivered", delivery.sentence(start))));
    run.seal().stream()
        .flatMap(seal -> seal.amendments().stream())
        .forEach(one -> all.add(new Note("Amended " + one.number(), words(one))));
    // A check that holds may stand at the end; one that does not must not be missed.
    run.audit().checks().stream()
        .filter(check -> !check.holds() && !run.audit().names(check))
        .forEach(check ->
            all.add(new Note("", check.name() + ": " + word(check) + " (" + check.detail() + ")")));
    return all;
  }

  /// The cell of a check's result. A check that is only evidence decides nothing, and must not look
  /// as if it did.
  static Cell cell(Verification.Check check) {
    Tone tone = check.holds() ? Tone.GOOD : decides(check) ? Tone.BAD : Tone.WARN;
    return Cell.of(word(check), tone);
  }

  private static boolean decides(Verification.Check check) {
    return !check.evidence() && !check.unchecked();
  }

  private static String word(Verification.Check check) {
    boolean broken = !check.holds() && !check.unchecked();
    return (broken ? "DOES NOT HOLD" : check.word())
        + (check.evidence() && !check.unchecked() ? ", evidence only" : "");
  }

  /// Why it was limited is said once.
  private static Verdict generator(RunDocument run) {
    GeneratorVerdict generator = run.generator();
    Tone tone = generator.verdict() == GeneratorVerdict.Verdict.OK ? Tone.GOOD : Tone.WARN;
    boolean diagnosed =
        run.diagnoses().stream().anyMatch(one -> one.sentence().contains(generator.why()));
    String reason = diagnosed ? generator.often() + "; see the diagnosis" : generator.reason();
    return new Verdict("Generator", generator.verdict().words(), tone, reason);
  }

  /// While a run goes on, its records are still coming, so missing records are not reported yet.
  private static Verdict audit(AuditDocument audit, boolean goesOn) {
    String sums = audit.sentence().replaceFirst("^AUDIT \\w+\\W+", "");
    return switch (audit.verdict()) {
      case BALANCED -> new Verdict("Audit", "BALANCED", Tone.GOOD, sums, audit.findings());
      case INCOMPLETE ->
          goesOn
              ? new Verdict("Audit", "SO FAR", Tone.PLAIN, sums)
              : new Verdict("Audit", "INCOMPLETE", Tone.WARN, sums, audit.findings());
      case CONFLICT -> new Verdict("Audit", "CONFLICT", Tone.BAD, sums, audit.findings());
    };
  }

  private static Verdict drift(DriftDocument drift) {
    Tone tone =
        switch (drift.verdict()) {
          case STEADY -> Tone.GOOD;
          case CHANGED, EARLY -> Tone.PLAIN;
          case WORSE -> Tone.WARN;
        };
    return new Verdict("Drift", drift.verdict().name(), tone, drift.sentence());
  }

  private static Verdict thresholds(ThresholdVerdicts thresholds) {
    long holding =
        thresholds.each().stream()
            .filter(one -> one.verdict() == ThresholdDocument.Verdict.HOLDS)
            .count();
    return new Verdict(
        "Thresholds",
        thresholds.verdict().words(),
        tone(thresholds.verdict()),
        holding + " of " + thresholds.each().size() + " hold");
  }

  /// The tone of a verdict on thresholds.
  static Tone tone(ThresholdDocument.Verdict verdict) {
    return switch (verdict) {
      case HOLDS -> Tone.GOOD;
      case NOT_JUDGED -> Tone.WARN;
      case BROKEN -> Tone.BAD;
    };
  }

  private static List<Block> each(ThresholdVerdicts thresholds) {
    List<Block> all = new ArrayList<>();
    all.add(
        Table.of(
            thresholds.each(),
            TableColumn.words("threshold", ThresholdDocument::text),
            TableColumn.cell("verdict", one -> Cell.of(one.verdict().words(), tone(one.verdict()))),
            TableColumn.number("value", ThresholdDocument::valueText),
            TableColumn.words("limit", 1, ThresholdDocument::limitText)));
    // All thresholds may share one reason for not being judged.
    thresholds.each().stream()
        .filter(one -> one.verdict() != ThresholdDocument.Verdict.HOLDS)
        .map(one ->
            (one.verdict() == ThresholdDocument.Verdict.BROKEN ? "" : "not judged: ")
                + one.sentence())
        .distinct()
        .map(Text::new)
        .forEach(all::add);
    return all;
  }

  private static String words(ResultSeal.Amendment amendment) {
    String records =
        new TreeMap<>(amendment.records())
            .entrySet().stream()
                .map(entry -> Counted.of(entry.getValue(), "record") + " of " + entry.getKey())
                .collect(Collectors.joining(", "));
    return records + " came after the end; sealed " + amendment.at();
  }

  /// A table of the figures that rise, fall or step. A terminal has the sentence of the verdict
  /// instead.
  static Section driftTable(DriftDocument drift) {
    Per per = Per.of(drift.spanMillis() / 3_600_000);
    Table table =
        Table.of(
            drift.figures(),
            TableColumn.words("figure", one -> one.subject().label()),
            TableColumn.cell("verdict", Verdicts::driftVerdict),
            TableColumn.number("level", one -> amount(one.level(), one)),
            TableColumn.number("in " + per.words(), one -> slope(one.slope().perHour(), one, per)),
            TableColumn.number("at 95 %", one -> bounds(one, per)),
            TableColumn.words("steps", Verdicts::steps),
            TableColumn.words("limit", Verdicts::limit));
    String cycle =
        drift.cycleMillis() > 0 ? ", compared over " + NumberText.span(drift.cycleMillis()) : "";
    String note =
        "over " + NumberText.span(drift.spanMillis()) + " in " + drift.bins() + " parts" + cycle;
    return Section.of(
        "drift", "Drift", note, new Part("", false, Optional.of(List.of()), List.of(table)));
  }

  private static Cell driftVerdict(DriftFinding one) {
    return Cell.of(
        one.verdict().name(),
        one.worse()
            ? Tone.WARN
            : one.verdict() == DriftFinding.Verdict.STEADY ? Tone.GOOD : Tone.PLAIN);
  }

  private static String amount(double value, DriftFinding of) {
    return (DriftWords.number(value) + " " + of.subject().unit()).strip();
  }

  /// A slope in percent of the level. A figure in percent, or with a level of 0, has it in its own
  /// unit.
  private static String slope(double perHour, DriftFinding of, Per per) {
    boolean relative = of.level() != 0 && !of.subject().unit().equals("%");
    double amount = per.of(perHour, relative ? 100 / Math.abs(of.level()) : 1);
    return (amount > 0 ? "+" : "")
        + DriftWords.number(amount)
        + " "
        + (relative ? "%" : of.subject().unit());
  }

  private static String bounds(DriftFinding one, Per per) {
    return one.slope().perHourLow().isEmpty() || one.slope().perHourHigh().isEmpty()
        ? ""
        : slope(one.slope().perHourLow().getAsDouble(), one, per)
            + " to "
            + slope(one.slope().perHourHigh().getAsDouble(), one, per);
  }

  private static String steps(DriftFinding one) {
    return one.steps().stream()
        .map(step ->
            (step.height() > 0 ? "+" : "")
                + amount(step.height(), one)
                + " at "
                + NumberText.elapsed(step.atMillis() / 1e3)
                + (step.cause().isEmpty() ? "" : ", when " + step.cause()))
        .collect(Collectors.joining(", "));
  }

  private static String limit(DriftFinding one) {
    return one.limit()
        .map(limit -> {
          double hours = limit.hours().orElse(-1);
          String when =
              hours < 0
                  ? ""
                  : hours == 0 ? ", reached" : " in " + NumberText.span(hours * 3_600_000);
          return amount(limit.limit(), one) + when;
        })
        .orElse("");
  }
}
