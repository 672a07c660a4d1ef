package dev.broadside.core.input;

import dev.broadside.core.input.JobField.Rule;
import dev.broadside.core.param.ConnectionParameters;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Joins the fields that several jobs share with the fields of one of them. The job's own fields
/// win. A shared field is left out if it does not fit them: a shared rate if the job searches for
/// its knee, a shared target if it gives a URL, a shared parameter that its class does not have.
public final class SharedFields {
  private final ObjectNode shared;

  /// @param shared the fields that several jobs share
  public SharedFields(ObjectNode shared) {
    this.shared = shared;
  }

  /// The whole document of one job.
  ///
  /// @param own the job's own fields
  /// @param study whether the job is a study
  /// @param declares whether its class has a parameter of that name
  public ObjectNode with(ObjectNode own, boolean study, Predicate<String> declares) {
    ObjectNode rest = shared.deepCopy();
    ObjectNode said = own.deepCopy();
    Stream.of(rest, said).forEach(JobWriter::spellOutAgents);
    if (!study) {
      JobDocument.ofStudies().forEach(field -> rest.remove(field.path()));
    }
    leaveOutParameters(rest, said, declares);
    for (JobField<?> field : JobDocument.ALL) {
      for (Rule rule : field.rules()) {
        if (!rule.needed()) {
          leaveOut(rest, field.path(), said, rule.other());
          leaveOut(rest, rule.other(), said, field.path());
        }
      }
    }
    ObjectNode both = over(rest, said);
    for (JobField<?> field : JobDocument.ALL) {
      boolean lacks =
          field.rules().stream().anyMatch(one -> one.needed() && at(both, one.other()).isEmpty());
      if (lacks && at(said, field.path()).isEmpty()) {
        remove(both, field.path());
      }
    }
    return both;
  }

  private static void leaveOutParameters(
      ObjectNode rest, ObjectNode said, Predicate<String> declares) {
    String target = JobDocument.TARGET.path();
    if (said.path(JobDocument.PARAMETERS).has(ConnectionParameters.URL.name())) {
      rest.remove(target);
    }
    if (rest.get(JobDocument.PARAMETERS) instanceof ObjectNode parameters) {
      Set<String> names = new HashSet<>(parameters.propertyNames());
      names.removeIf(name ->
          declares.test(name) && !(said.has(target) && ConnectionParameters.ofTarget(name)));
      parameters.remove(names);
    }
  }

  /// Removes a shared field that excludes one of the job's own fields.
  private static void leaveOut(ObjectNode rest, String path, ObjectNode said, String other) {
    if (at(said, other).isPresent() && at(said, path).isEmpty()) {
      remove(rest, path);
    }
  }

  private static Optional<JsonNode> at(JsonNode document, String path) {
    JsonNode node = document.at("/" + path.replace('.', '/'));
    return node.isMissingNode() || node.isNull() ? Optional.empty() : Optional.of(node);
  }

  private static void remove(ObjectNode document, String path) {
    int dot = path.lastIndexOf('.');
    JsonNode within = dot < 0 ? document : document.path(path.substring(0, dot));
    if (within instanceof ObjectNode object) {
      object.remove(path.substring(dot + 1));
    }
  }

  /// Merges objects name by name; for all other values the upper one wins.
  private static ObjectNode over(ObjectNode lower, ObjectNode upper) {
    upper.forEachEntry((name, value) -> {
      boolean both = value instanceof ObjectNode && lower.get(name) instanceof ObjectNode;
      boolean axes = name.equals(StudyFields.ALONG.path());
      lower.set(
          name, both && !axes ? over((ObjectNode) lower.get(name), (ObjectNode) value) : value);
    });
    return lower;
  }
}
