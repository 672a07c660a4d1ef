package dev.broadside.server.submit;

import dev.broadside.core.group.GroupDocument;
import dev.broadside.core.group.GroupPlan;
import dev.broadside.core.group.GroupPlan.Kind;
import dev.broadside.core.group.GroupPlan.Member;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.store.row.MemberRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A [GroupDocument] that was sent to be submitted, read into what each member asks for.
///
/// @param id the group's, where the user gave one
/// @param document as it was sent, without what turned out to be secret
/// @param asked by the members' names
public record GroupReading(
    Optional<String> id, GroupPlan plan, ObjectNode document, Map<String, MemberRow> asked) {

  /// Reads a group.
  ///
  /// @throws HttpProblem with everything that is wrong
  ///
  /// @param known what was asked already under an id
  public static GroupReading of(
      JsonNode document, SubmitRequest.Reader reader, Function<String, Optional<GroupPlan>> known) {
    if (!(document instanceof ObjectNode object)) {
      throw HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  "body", "it is not a JSON object", "send {\"group\": ..., \"members\": [...]}")));
    }
    GroupDocument group = new GroupDocument(object, reader.time().now());
    GroupPlan plan = group.plan().orElseThrow(() -> HttpProblem.wrongInput(group.problems()));
    reader.checkChannels(group.fields(), false);
    ScheduleFields.refusePast(
        group.fields(),
        plan.timetable(),
        group.id().flatMap(known).map(GroupPlan::timetable),
        reader.time().now());
    List<Problem> problems = new ArrayList<>();
    Map<String, MemberRow> asked = new LinkedHashMap<>();
    Set<String> used = new HashSet<>();
    for (int i = 0; i < plan.members().size(); i++) {
      Member member = plan.members().get(i);
      ObjectNode own = group.job(i, _ -> true);
      Predicate<String> declares = reader.declares(own);
      own.path(JobDocument.PARAMETERS).propertyNames().stream().filter(declares).forEach(used::add);
      try {
        asked.put(member.name(), asked(reader, member.kind(), group.job(i, declares)));
      } catch (HttpProblem wrong) {
        for (Problem one : wrong.problems()) {
          Problem placed = group.placed(i, one);
          if (!problems.contains(placed)) {
            problems.add(placed);
          }
        }
      }
    }
    group.checkShared(used);
    problems.addAll(group.problems());
    if (!problems.isEmpty()) {
      throw HttpProblem.wrongInput(problems);
    }
    return new GroupReading(group.id(), plan, shown(object, asked), asked);
  }

  private static MemberRow asked(SubmitRequest.Reader reader, Kind kind, ObjectNode document) {
    SubmitRequest request = kind == Kind.STUDY ? reader.study(document) : reader.job(document);
    return new MemberRow(request.spec(), request.plan(), request.code());
  }

  /// The document without what is secret in it.
  private static ObjectNode shown(ObjectNode document, Map<String, MemberRow> asked) {
    ObjectNode shown = document.deepCopy();
    Set<String> secrets = new HashSet<>();
    asked.values().forEach(row -> secrets.addAll(row.spec().secrets().keySet()));
    forget(shown.path(GroupDocument.DEFAULTS), secrets);
    for (JsonNode member : shown.path(GroupDocument.MEMBERS)) {
      for (Kind kind : Kind.values()) {
        forget(member.path(kind.word()), secrets);
      }
    }
    return shown;
  }

  private static void forget(JsonNode job, Set<String> secrets) {
    if (job.path(JobDocument.PARAMETERS) instanceof ObjectNode parameters) {
      parameters.remove(secrets);
    }
  }

  /// The same with the secrets of a group that was read from the same document, where it gives none
  /// itself.
  public GroupReading withSecretsOf(Map<String, MemberRow> earlier) {
    Map<String, MemberRow> complete = new LinkedHashMap<>(asked);
    complete.replaceAll((name, row) -> {
      Map<String, Secret> secrets = new LinkedHashMap<>(row.spec().secrets());
      if (earlier.get(name) instanceof MemberRow was) {
        secrets.replaceAll((parameter, secret) ->
            secret.reveal().isEmpty() && was.spec().secrets().get(parameter) instanceof Secret kept
                ? kept
                : secret);
      }
      JobSpec spec = row.spec().withSecrets(secrets);
      return row.with(spec);
    });
    return new GroupReading(id, plan, document, complete);
  }
}
