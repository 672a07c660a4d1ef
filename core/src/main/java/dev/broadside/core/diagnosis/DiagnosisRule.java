package dev.broadside.core.diagnosis;

import dev.broadside.core.diagnosis.Diagnosis.Certainty;
import dev.broadside.core.diagnosis.Diagnosis.Evidence;
import dev.broadside.core.work.ErrorClass;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// One thing that may hold a run back, and how the figures show it. What is not known is no
/// evidence: a rule then says nothing.
///
/// @param id names it in results, for ever
/// @param title a few words for people
/// @param reads what it reads, for the reference
/// @param when what must hold over the measured time, for the reference
/// @param look what it has to say of a run
public record DiagnosisRule(
    String id, String title, String reads, String when, Function<Diagnosed, Optional<Said>> look) {

  /// What a rule has to say.
  record Said(Certainty certainty, String sentence, String todo, List<Evidence> evidence) {
    static Said certain(String sentence, String todo, Evidence... evidence) {
      return new Said(Certainty.CERTAIN, sentence, todo, List.of(evidence));
    }

    static Said likely(String sentence, String todo, Evidence... evidence) {
      return new Said(Certainty.LIKELY, sentence, todo, List.of(evidence));
    }
  }

  Optional<Diagnosis> judge(Diagnosed run) {
    return look.apply(run)
        .map(said ->
            new Diagnosis(
                id, title, said.certainty, said.sentence, known(said.evidence), said.todo));
  }

  /// A rule may name figures that not every engine has.
  private static List<Evidence> known(List<Evidence> evidence) {
    return evidence.stream().filter(one -> !Double.isNaN(one.value())).toList();
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  static String words(ErrorClass failure) {
    return failure.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
