package dev.broadside.core.param;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The parameters of one job class, in the order in which they are shown.
///
/// @param all every declared parameter; names are unique
/// @param perPhase the names of those that may have another value in each phase of a run; all
///   others keep their value from prepare to verify
/// @param advanced the names of those that few users change: forms fold them away
/// @param matcher holds texts against the patterns of [Parameter.Text]
public record Parameters(
    List<Parameter<?>> all, Set<String> perPhase, Set<String> advanced, PatternMatcher matcher) {

  public Parameters {
    all = List.copyOf(all);
    perPhase = Set.copyOf(perPhase);
    advanced = Set.copyOf(advanced);
    Set<String> names = new HashSet<>();
    for (Parameter<?> parameter : all) {
      if (!names.add(parameter.name())) {
        throw new IllegalArgumentException("parameter " + parameter.name() + " is declared twice");
      }
    }
    for (Set<String> marked : List.of(perPhase, advanced)) {
      if (!names.containsAll(marked)) {
        throw new IllegalArgumentException("of " + marked + " not all are declared");
      }
    }
  }

  /// Parameters whose patterns are the JDK's.
  public Parameters(List<Parameter<?>> all, Set<String> perPhase) {
    this(all, perPhase, Set.of(), PatternMatcher.JDK);
  }

  /// Parameters that keep their values.
  public Parameters(List<Parameter<?>> all) {
    this(all, Set.of());
  }

  public static Parameters of(Parameter<?>... all) {
    return new Parameters(List.of(all));
  }

  /// These parameters, followed by others.
  public Parameters and(Parameters others) {
    List<Parameter<?>> both = new ArrayList<>(all);
    both.addAll(others.all);
    return new Parameters(
        both, union(perPhase, others.perPhase), union(advanced, others.advanced), matcher);
  }

  /// These parameters, except for some.
  public Parameters without(Predicate<String> names) {
    return new Parameters(
        all.stream().filter(one -> !names.test(one.name())).toList(),
        perPhase.stream().filter(names.negate()).collect(Collectors.toSet()),
        advanced.stream().filter(names.negate()).collect(Collectors.toSet()),
        matcher);
  }

  /// These parameters, some of which may have another value in each phase: a thread reads them from
  /// [dev.broadside.core.work.Iteration#values()].
  public Parameters perPhase(Parameter<?>... changing) {
    Set<String> more = Stream.of(changing).map(Parameter::name).collect(Collectors.toSet());
    return new Parameters(all, union(perPhase, more), advanced, matcher);
  }

  /// These parameters, marked as ones that few users change: append them to the others by [#and].
  public Parameters folded() {
    Set<String> names = all.stream().map(Parameter::name).collect(Collectors.toSet());
    return new Parameters(all, perPhase, names, matcher);
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    return Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet());
  }

  /// These parameters with another matcher than the JDK's, for patterns whose author is not
  /// trusted.
  public Parameters matchedBy(PatternMatcher other) {
    return new Parameters(all, perPhase, advanced, other);
  }

  public Optional<Parameter<?>> find(String name) {
    return all.stream().filter(parameter -> parameter.name().equals(name)).findFirst();
  }

  /// Reads texts by name; parameters that are not given take their defaults.
  ///
  /// @param texts what the user wrote, by parameter name
  /// @return all values, or every problem that was found
  public Reading read(Map<String, String> texts) {
    List<Problem> problems = new ArrayList<>();
    for (String name : texts.keySet()) {
      if (find(name).isEmpty()) {
        problems.add(unknown(name, all.stream().map(Parameter::name).toList()));
      }
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (Parameter<?> parameter : all) {
      readOne(parameter, texts, values, problems);
    }
    return problems.isEmpty()
        ? new Reading.Good(new ParameterValues(this, values))
        : new Reading.Bad(List.copyOf(problems));
  }

  /// The values if the user gives none.
  ///
  /// @throws IllegalArgumentException if one has no preset
  public ParameterValues presets() {
    return switch (read(Map.of())) {
      case Reading.Good(ParameterValues values) -> values;
      case Reading.Bad(List<Problem> problems) ->
          throw new IllegalArgumentException(problems.getFirst().sentence());
    };
  }

  /// Reads what changes in one phase.
  ///
  /// @param values of the job, used if nothing is given
  /// @param changes what the user wrote for the phase, by parameter name
  /// @return all values in that phase, or every problem that was found
  public Reading change(ParameterValues values, Map<String, String> changes) {
    List<Problem> problems = new ArrayList<>();
    for (String name : changes.keySet()) {
      if (find(name).isEmpty()) {
        problems.add(unknown(name, perPhase.stream().sorted().toList()));
      } else if (!perPhase.contains(name)) {
        problems.add(fixed(name));
      }
    }
    Map<String, String> texts = new LinkedHashMap<>(values.texts());
    changes.forEach((name, text) -> find(name).ifPresent(_ -> texts.put(name, text)));
    return switch (read(texts)) {
      case Reading.Good good when problems.isEmpty() -> good;
      case Reading.Good _ -> new Reading.Bad(List.copyOf(problems));
      case Reading.Bad(List<Problem> found) -> {
        problems.addAll(found);
        yield new Reading.Bad(List.copyOf(problems));
      }
    };
  }

  private Problem fixed(String name) {
    return Problem.wrong(
        "parameter " + name,
        "it cannot change between phases",
        perPhase.isEmpty()
            ? "give it for the whole job; no parameter of this job class can"
            : "give it for the whole job; what can change is "
                + perPhase.stream().sorted().collect(Collectors.joining(", ")));
  }

  private <T> void readOne(
      Parameter<T> parameter,
      Map<String, String> texts,
      Map<String, Object> values,
      List<Problem> problems) {
    String name = parameter.name();
    Optional<String> text = Optional.ofNullable(texts.get(name));
    if (text.isEmpty()) {
      parameter
          .preset()
          .ifPresentOrElse(
              preset -> values.put(name, preset),
              () ->
                  problems.add(
                      Problem.wrong("parameter " + name, "it is missing", "give --" + name)));
      return;
    }
    switch (parameter.parse(text.get(), matcher)) {
      case Parsed.Value<T>(T value) -> values.put(name, value);
      case Parsed.Wrong<T>(Problem problem) -> problems.add(problem);
    }
  }

  /// @param candidates that could have been meant
  private static Problem unknown(String name, List<String> candidates) {
    String otherwise = candidates.isEmpty() ? "leave it out" : Suggestions.oneOf(candidates);
    return Problem.wrong(
        "parameter " + Suggestions.quote(name),
        "this job class has none of that name",
        Suggestions.mend(name, candidates, otherwise));
  }

  /// What [#read(Map)] gives.
  public sealed interface Reading {
    record Good(ParameterValues values) implements Reading {}

    record Bad(List<Problem> problems) implements Reading {}
  }
}
