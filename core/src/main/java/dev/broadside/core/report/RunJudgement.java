package dev.broadside.core.report;

import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.Judgement;
import java.util.Optional;
import java.util.stream.Collectors;

/// Whether the result of a run is valid, once it is over.
///
/// @param reason why it is not valid, in a few words without a full stop; empty if it is
public record RunJudgement(Judgement judgement, String reason) {
  public static RunJudgement of(RunDocument run) {
    Judgement judgement = judged(run);
    return new RunJudgement(judgement, judgement == Judgement.OK ? "" : reason(run));
  }

  /// A limited load generator does not make a run invalid by itself. Only a threshold cannot be
  /// believed then.
  private static Judgement judged(RunDocument run) {
    return switch (run.job().state()) {
      case "completed" -> {
        boolean good = run.audit().balanced() && tooLittle(run).isEmpty();
        yield judged(run, good ? Judgement.OK : Judgement.INVALID);
      }
      case "failed" -> run.job().startedAt().isEmpty() ? Judgement.NEVER_BEGAN : Judgement.INVALID;
      case "cancelled" -> judged(run, Judgement.INVALID);
      default -> Judgement.INVALID;
    };
  }

  private static Optional<Delivery> tooLittle(RunDocument run) {
    return run.delivery().filter(delivery -> !Delivery.enough(delivery.share()));
  }

  /// @param otherwise the judgement if all thresholds hold
  private static Judgement judged(RunDocument run, Judgement otherwise) {
    return switch (run.thresholds().map(ThresholdVerdicts::verdict).orElse(Verdict.HOLDS)) {
      case BROKEN -> Judgement.THRESHOLD_BROKEN;
      case NOT_JUDGED -> Judgement.INVALID;
      case HOLDS -> otherwise;
    };
  }

  private static String reason(RunDocument run) {
    Verdict worst = run.thresholds().map(ThresholdVerdicts::verdict).orElse(Verdict.HOLDS);
    if (worst != Verdict.HOLDS && !run.job().state().equals("failed")) {
      return run.thresholds().stream()
          .flatMap(all -> all.each().stream())
          .filter(one -> one.verdict() == worst)
          .map(ThresholdDocument::text)
          .collect(
              Collectors.joining(
                  ", ",
                  "threshold " + (worst == Verdict.BROKEN ? "broken: " : "not judged: "),
                  ""));
    }
    if (run.job().state().equals("completed")) {
      return tooLittle(run)
          .filter(_ -> run.audit().balanced())
          .map(Delivery::shortfall)
          .orElseGet(() -> "audit " + run.audit().verdict());
    }
    String why = run.job().reason();
    return why.isEmpty() || why.startsWith(run.job().state())
        ? run.job().state() + why.substring(Math.min(why.length(), run.job().state().length()))
        : run.job().state() + ": " + why;
  }
}
