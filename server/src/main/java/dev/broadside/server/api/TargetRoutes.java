package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobFieldView;
import dev.broadside.core.input.JsonFields;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.time.NewIds;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.preflight.Preflight;
import dev.broadside.server.preflight.PreflightDocument;
import dev.broadside.server.store.row.NamedTarget;
import dev.broadside.server.targets.Targets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Named target databases.
public record TargetRoutes(
    Targets targets, CampaignReads campaigns, Preflight preflight, NewIds ids) implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(TargetRoutes.class);

  @Override
  public String title() {
    return "targets";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/targets", Access.VIEWER, this::list)
            .named("listTargets", "All named databases, by name.")
            .gives(TargetList.class),
        Route.post("/api/v1/targets", Access.ADMIN, this::add)
            .named("addTarget", "Name a database as a target for jobs.")
            .body(new Route.Body.Json(JsonBodies.SMALL, TargetDocument.class))
            .more("Its password is encrypted for this target alone, and never shown.")
            .gives(201, TargetView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT),
        Route.get("/api/v1/targets/{name}", Access.VIEWER, this::one)
            .named("showTarget", "One target, without its password.")
            .gives(TargetView.class),
        Route.post("/api/v1/targets/{name}", Access.ADMIN, this::edit)
            .named("editTarget", "Change the given fields of a target.")
            .body(new Route.Body.Json(JsonBodies.SMALL, TargetDocument.class))
            .more(
                """
                Waiting jobs use the new fields. If no password is given, the old one is kept only \
                if url, user and driver properties stay the same: it is sent to no other database.
                """)
            .gives(TargetView.class)
            .fails(Kind.WRONG_INPUT),
        Route.delete("/api/v1/targets/{name}", Access.ADMIN, this::remove)
            .named("deleteTarget", "Forget a target and its password. Results stay.")
            .more("Refused while a waiting or running job or study names it.")
            .gives(TargetView.class)
            .fails(Kind.CONFLICT),
        Route.post("/api/v1/targets/{name}/test", Access.OPERATOR, this::test)
            .named("testTarget", "Have a free agent connect to a target.")
            .more(
                """
                It tries driver, address, user and password, and changes nothing. The answer takes \
                at most 45 s.
                """)
            .gives(PreflightDocument.class));
  }

  /// All targets, as a document.
  ///
  /// @param only whether jobs may use no other database
  /// @param fields the fields of a target
  record TargetList(List<TargetView> targets, boolean only, List<JobFieldView> fields) {}

  /// A target as clients see it.
  ///
  /// @param hasPassword whether it has a password, which is never shown
  /// @param usedBy ids of the open jobs, studies and members of groups that name it
  record TargetView(@JsonUnwrapped NamedTarget target, boolean hasPassword, List<String> usedBy) {}

  private Reply list(Call call) {
    Map<String, JobSpec> asked = campaigns.unfinished();
    return Reply.ok(
        new TargetList(
            targets.all().stream().map(one -> view(one, asked)).toList(),
            targets.only(),
            TargetDocument.ALL.stream().<JobFieldView>map(JobField::view).toList()));
  }

  private TargetView view(NamedTarget target) {
    return view(target, campaigns.unfinished());
  }

  private TargetView view(NamedTarget target, Map<String, JobSpec> asked) {
    List<String> usedBy =
        asked.entrySet().stream()
            .filter(one -> JobDocument.TARGET.in(one.getValue()).equals(target.name()))
            .map(Map.Entry::getKey)
            .toList();
    return new TargetView(target, targets.password(target.name()).isPresent(), usedBy);
  }

  private NamedTarget existing(Call call) {
    String name = call.path("name");
    return targets.find(name).orElseThrow(() -> HttpProblem.noSuch("target", name));
  }

  private Reply one(Call call) {
    return Reply.ok(view(existing(call)));
  }

  private Reply add(Call call) {
    List<Problem> problems = new ArrayList<>();
    JsonFields fields = fields(JsonBodies.read(call.body()), problems);
    NamedTarget target = read(fields, problems);
    if (targets.find(target.name()).isPresent()) {
      throw HttpProblem.conflict(
          Problem.wrong(
              "target " + target.name(), "there is one already", "edit it, or choose a name"));
    }
    targets.keep(target, fields.given(TargetDocument.PASSWORD));
    LOG.info("{} added target {}", call.caller().user(), target.name());
    return new Reply.Json(
        201, view(target), Map.of("Location", "/api/v1/targets/" + target.name()));
  }

  private Reply edit(Call call) {
    List<Problem> problems = new ArrayList<>();
    JsonNode changes = JsonBodies.read(call.body());
    NamedTarget before = existing(call);
    JsonFields given = fields(changes, problems);
    ObjectNode whole = Json.mapper().valueToTree(before);
    changes.forEachEntry(whole::set);
    if (given.given(TargetDocument.NAME).filter(name -> !name.equals(before.name())).isPresent()) {
      given.wrong("name", "jobs know it by the name that it has", "leave it out, or add another");
    }
    NamedTarget target = read(new JsonFields(whole, "", problems), problems);
    Optional<Secret> password = password(given, before, target);
    HttpProblem.refuseIfAny(problems);
    targets.keep(target, password);
    LOG.info("{} edited target {}", call.caller().user(), target.name());
    return Reply.ok(view(target));
  }

  /// The password of a target that was edited.
  private Optional<Secret> password(JsonFields given, NamedTarget before, NamedTarget target) {
    Optional<Secret> kept = targets.password(before.name());
    Optional<Secret> now = given.given(TargetDocument.PASSWORD);
    if (now.isEmpty() && kept.isPresent() && !before.address().equals(target.address())) {
      given.wrong(
          TargetDocument.PASSWORD.path(),
          "the one that is kept goes nowhere but where it was meant to go",
          "give it again with the new address, user or driver properties");
    }
    return now.or(() -> kept);
  }

  private Reply remove(Call call) {
    TargetView view = view(existing(call));
    String name = view.target().name();
    if (!view.usedBy().isEmpty()) {
      throw HttpProblem.conflict(
          Problem.wrong(
              "target " + name,
              "it is wanted by " + String.join(", ", view.usedBy()),
              "cancel them, or wait for their end"));
    }
    targets.remove(name);
    LOG.info("{} deleted target {}", call.caller().user(), name);
    return Reply.ok(view);
  }

  private Reply test(Call call) {
    NamedTarget target = existing(call);
    return Reply.ok(preflight.reach(ids.make("test-target"), target));
  }

  private static JsonFields fields(JsonNode body, List<Problem> problems) {
    if (!body.isObject()) {
      problems.add(
          Problem.wrong("body", "it is not a JSON object", "send {\"name\": ..., \"url\": ...}"));
      HttpProblem.refuseIfAny(problems);
    }
    JsonFields fields = new JsonFields(body, "", problems);
    fields.onlyKnow(TargetDocument.ALL.stream().map(JobField::path).toList());
    return fields;
  }

  /// Reads a target from its fields.
  ///
  /// @throws HttpProblem with all problems
  private static NamedTarget read(JsonFields fields, List<Problem> problems) {
    fields.lacks(TargetDocument.NAME, "give what jobs are to call it");
    fields.lacks(TargetDocument.URL, "give a JDBC URL");
    Optional<String> name = fields.given(TargetDocument.NAME);
    Optional<String> url = fields.given(TargetDocument.URL);
    NamedTarget target =
        new NamedTarget(
            name.orElse(""),
            new NamedTarget.Address(
                url.orElse(""),
                fields.get(TargetDocument.USER),
                fields.get(TargetDocument.DRIVER_PROPERTIES)),
            fields.get(TargetDocument.LABELS),
            fields.get(TargetDocument.NOTE),
            new NamedTarget.Rules(
                fields.get(TargetDocument.MAX_CONNECTIONS),
                fields.get(TargetDocument.MAX_RATE),
                fields.get(TargetDocument.EXCLUSIVE),
                fields.get(TargetDocument.PROTECTED)));
    fields.given(TargetDocument.PASSWORD);
    HttpProblem.refuseIfAny(problems);
    return target;
  }
}
