package dev.broadside.server.exchange;

import dev.broadside.core.input.JsonFields;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The query parameters of a route. Any other parameter is refused, since its sender expected an
/// effect. A parameter without a default must not be empty.
///
/// @param declared in the order of the documentation
/// @param ignored whether the route ignores its query: monitoring systems add words that defeat
///   caches
public record Query(Parameters declared, boolean ignored) {
  public static final Query NONE = new Query(Parameters.of());
  public static final Query IGNORED = new Query(Parameters.of(), true);

  public Query(Parameters declared) {
    this(declared, false);
  }

  /// Reads what a request gives.
  ///
  /// @throws HttpProblem with everything that is wrong
  public ParameterValues read(MultiMap given) {
    List<Problem> problems = new ArrayList<>();
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, String> one : ignored ? List.<Map.Entry<String, String>>of() : given) {
      if (declared.find(one.getKey()).isEmpty()) {
        problems.add(unknown(one.getKey()));
      } else if (texts.putIfAbsent(one.getKey(), one.getValue()) != null) {
        problems.add(Problem.wrong(one.getKey(), "it is given twice", "give it once"));
      } else if (one.getValue().isBlank() && needed(one.getKey())) {
        problems.add(Problem.wrong(one.getKey(), "it is empty", "give it a value"));
      }
    }
    return switch (declared.read(texts)) {
      case Parameters.Reading.Good(ParameterValues values) when problems.isEmpty() -> values;
      case Parameters.Reading.Good _ -> throw HttpProblem.wrongInput(problems);
      case Parameters.Reading.Bad(List<Problem> found) -> {
        found.forEach(problem -> problems.add(JsonFields.placed("", problem)));
        throw HttpProblem.wrongInput(problems);
      }
    };
  }

  private boolean needed(String name) {
    return declared.find(name).filter(one -> one.preset().isEmpty()).isPresent();
  }

  private Problem unknown(String name) {
    List<String> known = declared.all().stream().map(one -> one.name()).toList();
    return Problem.wrong(
        "query parameter " + JsonFields.shown(name),
        "this address has no such parameter",
        known.isEmpty() ? "leave it out" : "leave it out, or use " + String.join(", ", known));
  }
}
