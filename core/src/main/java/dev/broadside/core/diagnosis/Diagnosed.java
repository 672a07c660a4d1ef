package dev.broadside.core.diagnosis;

import dev.broadside.core.diagnosis.Diagnosis.Evidence;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.work.ErrorClass;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// A run that is diagnosed: all that rules read.
///
/// @param whole the measured time
/// @param stretches the same in parts, in order
/// @param failures of the measured time, by kind
/// @param lockWaits sessions that waited for locks of a table in one of the readings, by table
record Diagnosed(
    Stretch whole,
    List<Stretch> stretches,
    List<ErrorSample> failures,
    Map<String, Long> lockWaits,
    Surroundings around) {

  /// Something that held over the measured time.
  ///
  /// @param value over the whole of it
  /// @param from where the first part begins in which it held by itself
  /// @param until where the last one ends
  record Held(double value, double from, double until) {
    /// A figure that shows it.
    Evidence shows(String figure, String label, double amount, String unit) {
      // Charts of the figures that are declared, and not measures, have a heading of their own.
      String section = figure.contains(".") ? "more-charts" : "charts";
      return new Evidence(figure, label, amount, unit, from, until, section);
    }
  }

  /// Whether a value reaches a limit over the measured time. A short peak does not.
  ///
  /// @param value of some time; not a number if it is not known
  Optional<Held> held(ToDoubleFunction<Stretch> value, double least) {
    double all = value.applyAsDouble(whole);
    if (!(all >= least)) {
      return Optional.empty();
    }
    List<Stretch> there =
        stretches.stream().filter(one -> value.applyAsDouble(one) >= least).toList();
    return Optional.of(
        there.isEmpty()
            ? always(all)
            : new Held(all, there.getFirst().startMillis(), there.getLast().endMillis()));
  }

  /// One of the figures that rules read, as evidence: what it was over the measured time.
  Evidence shows(Held held, String id, String label, String unit) {
    return held.shows(id, label, whole.level(id), unit);
  }

  /// Something that is known of the whole only.
  Held always(double value) {
    return new Held(value, whole.startMillis(), whole.endMillis());
  }

  /// The failures of the commonest of some classes, as one.
  Optional<ErrorSample> failures(Predicate<ErrorClass> which) {
    return failures.stream()
        .filter(one -> which.test(one.errorClass()))
        .collect(Collectors.groupingBy(ErrorSample::errorClass))
        .values()
        .stream()
        .map(Diagnosed::together)
        .max(Comparator.comparingLong(ErrorSample::count));
  }

  private static ErrorSample together(List<ErrorSample> all) {
    ErrorSample most = all.stream().max(Comparator.comparingLong(ErrorSample::count)).orElseThrow();
    return new ErrorSample(
        most.errorClass(),
        most.vendorCode(),
        most.sqlState(),
        most.operation(),
        most.message(),
        all.stream().mapToLong(ErrorSample::count).sum(),
        all.stream().mapToLong(ErrorSample::firstMillis).min().orElseThrow(),
        all.stream().mapToLong(ErrorSample::lastMillis).max().orElseThrow());
  }

  /// Failures as evidence.
  static Evidence evidence(ErrorSample failures) {
    return new Evidence(
        failures.errorClass().name(),
        "failures, " + DiagnosisRule.words(failures.errorClass()),
        failures.count(),
        "",
        failures.firstMillis(),
        failures.lastMillis(),
        "errors");
  }
}
