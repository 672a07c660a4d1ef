package dev.broadside.core.input;

import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads what is to be set of a load that goes on, and collects everything that is wrong with it.
/// Its fields are those of a job, and `paused`.
///
/// ```
/// {"rate": 500}    {"paused": true}    {"threads": 8, "think": "10ms"}    {"mix": {"reads": "70"}}
/// ```
public final class ControlFields {
  private static final String PAUSED = "paused";
  private static final String MIX = "mix";
  private static final Set<String> FIELDS =
      Set.of(
          PAUSED, MIX, LoadFields.RATE.path(), LoadFields.THREADS.path(), LoadFields.THINK.path());

  private ControlFields() {}

  /// @param problems takes what is wrong; where anything is, what is returned goes nowhere
  public static LoadControl read(JsonNode body, List<Problem> problems) {
    JsonFields fields = new JsonFields(body, "", problems);
    if (!body.isObject()) {
      problems.add(
          Problem.wrong("body", "it is not a JSON object", "send one such as {\"rate\": 500}"));
      return LoadControl.NONE;
    }
    fields.onlyKnow(FIELDS);
    List<Integer> threads = fields.given(LoadFields.THREADS).orElse(List.of());
    if (threads.size() > 1) {
      fields.wrong("threads", "a load has one number of threads", "give one");
    }
    LoadControl set =
        new LoadControl(
            paused(fields),
            fields.given(LoadFields.RATE),
            threads.stream().findFirst(),
            fields.given(LoadFields.THINK),
            LoadFields.mix(fields));
    if (set.equals(LoadControl.NONE) && problems.isEmpty()) {
      problems.add(
          Problem.wrong(
              "body", "it changes nothing", "give a rate, threads, think, mix or paused"));
    }
    return set;
  }

  private static Optional<Boolean> paused(JsonFields fields) {
    Optional<JsonNode> node = fields.node(PAUSED);
    if (node.isPresent() && !node.get().isBoolean()) {
      fields.wrong(PAUSED, JsonFields.shown(node.get()) + " is no yes or no", "give true or false");
    }
    return node.filter(JsonNode::isBoolean).map(JsonNode::asBoolean);
  }
}
