package dev.broadside.core.sentence;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Parameters.Reading;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What a user wrote by the names of parameters, read as [Parameters] reads it; but a name that
/// there is not is told with those that may have been meant.
public final class ParameterTexts {
  private ParameterTexts() {}

  /// All values, or every problem; see [Parameters#read].
  public static Reading read(Parameters declared, Map<String, String> texts) {
    List<String> names = declared.all().stream().map(Parameter::name).toList();
    return known(declared, texts, names, declared::read);
  }

  /// All values in a phase, or every problem; see [Parameters#change].
  public static Reading change(
      Parameters declared, ParameterValues values, Map<String, String> changes) {
    List<String> names = declared.perPhase().stream().sorted().toList();
    return known(declared, changes, names, known -> declared.change(values, known));
  }

  private static Reading known(
      Parameters declared,
      Map<String, String> texts,
      List<String> candidates,
      Function<Map<String, String>, Reading> reading) {
    Map<String, String> known = new LinkedHashMap<>(texts);
    List<Problem> problems = new ArrayList<>();
    for (String name : texts.keySet()) {
      if (declared.find(name).isEmpty()) {
        known.remove(name);
        problems.add(unknown(name, candidates));
      }
    }
    Reading read = reading.apply(known);
    if (problems.isEmpty()) {
      return read;
    }
    if (read instanceof Reading.Bad(List<Problem> found)) {
      problems.addAll(found);
    }
    return new Reading.Bad(List.copyOf(problems));
  }

  private static Problem unknown(String name, List<String> candidates) {
    String otherwise =
        candidates.isEmpty() ? "leave it out" : "use one of " + String.join(", ", candidates);
    return Problem.wrong(
        "parameter " + Suggestions.quote(name),
        "this job class has none of that name",
        Suggestions.mend(name, candidates, otherwise));
  }
}
