package dev.broadside.server.submit;

import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.store.row.MemberRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A submitted [GroupDocument], with the specification of each member.
///
/// @param id the group's, if the user gave one
/// @param document as it was sent, without its secrets
/// @param asked the specifications by the members' names
public record GroupReading(
    Optional<String> id, GroupPlan plan, ObjectNode document, Map<String, MemberRow> asked) {

  /// The field of a body that holds the group as a text.
  private static final String YAML = "yaml";

  /// Reads a group from fields or from a text in YAML; problems of a text name its lines.
  ///
  /// @param known finds the plan of a group by its id; the id is empty if none is given
  /// @throws HttpProblem with everything that is wrong
  public static GroupReading of(
      JsonNode body, SubmitRequest.Reader reader, Function<String, Optional<GroupPlan>> known) {
    return either(body, document -> read(group(document, reader, known), document, reader));
  }

  /// Reads the changed document of a waiting group. Secrets that it leaves out are taken from the
  /// former one, but only if the other parameters are the same, for the reason in [SecretsOf].
  ///
  /// @param was the former plan; empty if there is no such group
  /// @param asked the former specifications of its members, with their secrets
  /// @throws HttpProblem with everything that is wrong
  public static GroupReading edited(
      String id,
      JsonNode body,
      SubmitRequest.Reader reader,
      Optional<GroupPlan> was,
      Map<String, MemberRow> asked) {
    return either(
        body,
        document -> {
          JsonNode own = document.path(GroupDocument.ID);
          if (!own.isMissingNode() && !own.asString("").equals(id)) {
            throw HttpProblem.wrongInput(
                List.of(
                    Problem.wrong("/" + GroupDocument.ID, "a group keeps its id", "leave it out")));
          }
          GroupDocument group = group(document, reader, _ -> was);
          return read(group, document, reader).insteadOf(asked, group.places());
        });
  }

  private static GroupReading either(JsonNode body, Function<JsonNode, GroupReading> read) {
    if (!body.path(YAML).isString()) {
      return read.apply(body);
    }
    JobYaml yaml = yaml(body);
    try {
      return read.apply(yaml.root());
    } catch (HttpProblem wrong) {
      if (wrong.kind() != HttpProblem.Kind.WRONG_INPUT) {
        throw wrong;
      }
      throw HttpProblem.wrongInput(wrong.problems().stream().map(yaml::placed).distinct().toList());
    }
  }

  private static JobYaml yaml(JsonNode body) {
    List<Problem> problems = new ArrayList<>();
    Optional<JobYaml> yaml = JobYaml.read(body.path(YAML).asString(), problems);
    if (body.size() > 1) {
      problems.add(Problem.wrong(YAML, "other fields stand beside it", "give one of the two"));
    } else if (yaml.filter(one -> !one.root().isObject()).isPresent()) {
      problems.add(Problem.wrong("text", "it holds no fields", "begin it with 'group: Nightly'"));
    }
    HttpProblem.refuseIfAny(problems);
    return yaml.orElseThrow();
  }

  private static GroupDocument group(
      JsonNode document, SubmitRequest.Reader reader, Function<String, Optional<GroupPlan>> known) {
    if (!(document instanceof ObjectNode object)) {
      throw HttpProblem.wrongInput(
          List.of(
              Problem.wrong(
                  "body", "it is not a JSON object", "send {\"group\": ..., \"members\": [...]}")));
    }
    GroupDocument group = new GroupDocument(object, reader.time().now());
    reader.checkChannels(group.fields(), false);
    ScheduleFields.refusePast(
        group.fields(),
        group.timetable(),
        known.apply(group.id().orElse("")).map(GroupPlan::timetable),
        reader.time().now());
    return group;
  }

  private static GroupReading read(
      GroupDocument group, JsonNode document, SubmitRequest.Reader reader) {
    Map<String, MemberRow> asked = asked(reader, group);
    GroupPlan plan = group.plan().orElseThrow(() -> HttpProblem.wrongInput(group.problems()));
    return new GroupReading(group.id(), plan, shown(document, asked), asked);
  }

  /// The specifications of the readable members; problems are added to the group's.
  private static Map<String, MemberRow> asked(SubmitRequest.Reader reader, GroupDocument group) {
    Map<String, MemberRow> asked = new LinkedHashMap<>();
    Set<String> used = new HashSet<>();
    for (int i = 0; i < group.members().size(); i++) {
      Member member = group.members().get(i);
      ObjectNode own = group.job(i, _ -> true);
      Predicate<String> declares = reader.declares(own);
      own.path(JobDocument.PARAMETERS).propertyNames().stream().filter(declares).forEach(used::add);
      try {
        asked.put(member.name(), asked(reader, member.kind(), group.job(i, declares)));
      } catch (HttpProblem wrong) {
        for (Problem one : wrong.problems()) {
          group.wrong(i, one);
        }
      }
    }
    group.checkShared(used);
    return asked;
  }

  private static MemberRow asked(SubmitRequest.Reader reader, Kind kind, ObjectNode document) {
    return (kind == Kind.STUDY ? reader.study(document) : reader.job(document)).asked();
  }

  /// The document without its secrets.
  private static ObjectNode shown(JsonNode document, Map<String, MemberRow> asked) {
    ObjectNode shown = (ObjectNode) document.deepCopy();
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

  /// This reading, completed by the secrets of a group that was read from the same document.
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

  /// @param places of the members, in their order
  private GroupReading insteadOf(Map<String, MemberRow> before, List<String> places) {
    List<Problem> problems = new ArrayList<>();
    Map<String, MemberRow> complete = new LinkedHashMap<>(asked);
    for (int i = 0; i < plan.members().size(); i++) {
      Member member = plan.members().get(i);
      MemberRow row = Optional.ofNullable(asked.get(member.name())).orElseThrow();
      Map<String, Secret> secrets = new LinkedHashMap<>(row.spec().secrets());
      String place = places.get(i);
      Optional<JobSpec> was = Optional.ofNullable(before.get(member.name())).map(MemberRow::spec);
      for (String name : row.spec().secrets().keySet()) {
        if (!has(row.spec(), name)) {
          taken(name, row.spec(), was, before.values())
              .ifPresentOrElse(
                  secret -> secrets.put(name, secret),
                  () ->
                      was.filter(one -> has(one, name))
                          .flatMap(one -> SecretsOf.difference(one, row.spec()))
                          .ifPresent(why -> problems.add(lost(place, name, why))));
        }
      }
      complete.put(member.name(), row.with(row.spec().withSecrets(secrets)));
    }
    HttpProblem.refuseIfAny(problems);
    return new GroupReading(id, plan, document, complete);
  }

  /// The secret of the same member, or of another one with the same parameters.
  private static Optional<Secret> taken(
      String name, JobSpec spec, Optional<JobSpec> was, Collection<MemberRow> before) {
    return Stream.concat(was.stream(), before.stream().map(MemberRow::spec))
        .filter(one -> has(one, name) && SecretsOf.difference(one, spec).isEmpty())
        .flatMap(one -> Optional.ofNullable(one.secrets().get(name)).stream())
        .findFirst();
  }

  private static boolean has(JobSpec spec, String secret) {
    return SecretsOf.names(spec).contains(secret);
  }

  private static Problem lost(String place, String name, String why) {
    return Problem.wrong(
        place + "/" + JobDocument.PARAMETERS + "/" + name,
        "it is not taken over from what was asked before, since " + why,
        "give it");
  }
}
