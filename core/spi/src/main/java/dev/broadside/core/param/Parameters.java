package dev.broadside.core.param;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The parameters of one job class, in the order in which they are shown.
///
/// @param all every declared parameter; names are unique
public record Parameters(List<Parameter<?>> all) {

  public Parameters {
    all = List.copyOf(all);
    Set<String> names = new HashSet<>();
    for (Parameter<?> parameter : all) {
      if (!names.add(parameter.name())) {
        throw new IllegalArgumentException("parameter " + parameter.name() + " is declared twice");
      }
    }
  }

  public static Parameters of(Parameter<?>... all) {
    return new Parameters(List.of(all));
  }

  /// These parameters with others behind them.
  public Parameters and(Parameters others) {
    List<Parameter<?>> both = new ArrayList<>(all);
    both.addAll(others.all);
    return new Parameters(both);
  }

  public Optional<Parameter<?>> find(String name) {
    return all.stream().filter(parameter -> parameter.name().equals(name)).findFirst();
  }

  /// Reads texts by name; what is not given takes its default.
  ///
  /// @param texts what the user wrote, by parameter name
  /// @return all values, or every problem that was found
  public Reading read(Map<String, String> texts) {
    List<Problem> problems = new ArrayList<>();
    for (String name : texts.keySet()) {
      if (find(name).isEmpty()) {
        problems.add(unknown(name));
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

  private static <T> void readOne(
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
    switch (parameter.parse(text.get())) {
      case Parsed.Value<T>(T value) -> values.put(name, value);
      case Parsed.Wrong<T>(Problem problem) -> problems.add(problem);
    }
  }

  private Problem unknown(String name) {
    String known = all.stream().map(Parameter::name).collect(Collectors.joining(", "));
    return Problem.wrong(
        "parameter " + Names.quote(name),
        "this job class has none of that name",
        known.isEmpty() ? "leave it out" : "use one of " + known);
  }

  /// What [#read(Map)] gives.
  public sealed interface Reading {
    /// Every text was good.
    record Good(ParameterValues values) implements Reading {}

    /// At least one was not.
    record Bad(List<Problem> problems) implements Reading {}
  }
}
