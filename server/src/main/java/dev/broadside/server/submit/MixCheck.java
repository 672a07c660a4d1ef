package dev.broadside.server.submit;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parameters.Reading;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Holds another mix of a load that goes on against what its job class lets change.
///
/// A job class opens what some phase wants of it, and nothing else. A share or a weight that is at
/// its least or its most in all phases stands for what none of them wants: nobody knows whether it
/// was opened, so it stays there. Pure.
public final class MixCheck {
  private final Parameters declared;
  private final List<ParameterValues> planned;

  /// @param spec with its secrets
  public MixCheck(Parameters declared, JobSpec spec) {
    this.declared = declared;
    this.planned =
        good(declared.read(spec.texts()))
            .map(values ->
                spec.phases().stream()
                    .flatMap(phase -> good(declared.change(values, phase.mix())).stream())
                    .toList())
            .orElse(List.of());
  }

  private static Optional<ParameterValues> good(Reading reading) {
    return reading instanceof Reading.Good(ParameterValues values)
        ? Optional.of(values)
        : Optional.empty();
  }

  /// Everything that is wrong with a mix.
  public List<Problem> problems(Map<String, String> mix) {
    List<Problem> unreadable =
        planned.stream()
            .map(values -> declared.change(values, mix))
            .flatMap(reading ->
                reading instanceof Reading.Bad(List<Problem> found)
                    ? found.stream()
                    : Stream.<Problem>empty())
            .map(problem -> JsonFields.placed("/mix/", problem))
            .distinct()
            .toList();
    return unreadable.isEmpty()
        ? mix.entrySet().stream().flatMap(one -> unplanned(one).stream()).toList()
        : unreadable;
  }

  private Optional<Problem> unplanned(Map.Entry<String, String> set) {
    Parameter<?> parameter = declared.find(set.getKey()).orElseThrow();
    List<String> texts =
        planned.stream()
            .map(values -> values.texts().getOrDefault(parameter.name(), ""))
            .distinct()
            .toList();
    boolean moves = texts.size() == 1 && atBound(parameter, texts.getFirst());
    return moves && number(texts.getFirst()) != number(set.getValue())
        ? Optional.of(
            Problem.wrong(
                "/mix/" + parameter.name(),
                "it is " + texts.getFirst() + " in all phases, so only that was opened",
                "start a job of which a phase plans something else"))
        : Optional.empty();
  }

  private static boolean atBound(Parameter<?> parameter, String text) {
    return switch (parameter) {
      case Parameter.Whole whole ->
          number(text) == whole.minimum() || number(text) == whole.maximum();
      case Parameter.Decimal decimal ->
          number(text) == decimal.minimum() || number(text) == decimal.maximum();
      default -> false;
    };
  }

  /// The number in a text that was read as one.
  private static double number(String text) {
    return Double.parseDouble(text);
  }
}
