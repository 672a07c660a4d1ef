package dev.broadside.core.input;

import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads a change of a running load, and collects everything that is wrong with it. Its fields are
/// those of a job's load, and `paused`.
///
/// ```
/// {"rate": 500}    {"paused": true}    {"threads": 8, "think": "10ms"}    {"mix": {"reads": "70"}}
/// ```
public final class ControlFields {
  private static final String PAUSED = "paused";
  private static final String MIX = "mix";

  /// A job may have several numbers of threads, which make it a study; a running load has one.
  private static final JobField<Long> THREADS =
      JobField.of(
          Group.LOAD,
          "Threads per agent",
          Parameter.whole(LoadFields.THREADS.path(), "Threads at work on each agent.")
              .between(1, Bounds.MAX_THREADS));

  private static final Set<String> FIELDS =
      Set.of(PAUSED, MIX, LoadFields.RATE.path(), THREADS.path(), LoadFields.THINK.path());

  private ControlFields() {}

  /// @param problems takes what is wrong; if there are any, do not use the result
  public static LoadControl read(JsonNode body, List<Problem> problems) {
    JsonFields fields = new JsonFields(body, "", problems);
    if (!body.isObject()) {
      problems.add(
          Problem.wrong("body", "it is not a JSON object", "send one such as {\"rate\": 500}"));
      return LoadControl.NONE;
    }
    fields.onlyKnow(FIELDS);
    LoadControl set =
        new LoadControl(
            paused(fields),
            fields.given(LoadFields.RATE),
            fields.given(THREADS).map(Math::toIntExact),
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
      fields.wrong(
          PAUSED, JsonFields.shown(node.get()) + " is not a boolean", "give true or false");
    }
    return node.filter(JsonNode::isBoolean).map(JsonNode::asBoolean);
  }
}
