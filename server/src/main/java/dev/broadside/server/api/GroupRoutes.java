package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.broadside.core.group.GroupDocument;
import dev.broadside.core.group.GroupPlan;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.param.Problem;
import dev.broadside.core.search.JobQuery.Of;
import dev.broadside.server.api.job.JobRoutes;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.NewIds;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.exchange.WorkList;
import dev.broadside.server.group.GroupSubmission;
import dev.broadside.server.group.GroupView;
import dev.broadside.server.group.Groups;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.submit.GroupReading;
import dev.broadside.server.submit.SubmitRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What can be done with groups of jobs and studies.
public final class GroupRoutes implements Resource {
  private static final Logger LOG = LoggerFactory.getLogger(GroupRoutes.class);
  private static final String GROUPS = "/api/v1/groups";
  private static final String GROUP = GROUPS + "/{id}";
  private static final Route.Body DOCUMENT = new Route.Body.Json(JsonBodies.LARGE, GroupBody.class);

  private final Groups groups;
  private final PackStore packs;
  private final Coordinator coordinator;
  private final JsonBodies bodies;
  private final NewIds ids;

  public GroupRoutes(
      Groups groups, PackStore packs, Coordinator coordinator, JsonBodies bodies, NewIds ids) {
    this.groups = groups;
    this.packs = packs;
    this.coordinator = coordinator;
    this.bodies = bodies;
    this.ids = ids;
  }

  /// A group as it is submitted: [GroupDocument] reads it.
  ///
  /// @param yaml all of it as a text, instead of the other fields; problems are told of its lines
  /// @param group a few words; without it and members no group is one
  /// @param tells channels that are told of it as a whole
  /// @param startAt not before; this and what follows as of a job
  /// @param defaults fields of a job that all members share
  /// @param members at most 200
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record GroupBody(
      Optional<String> yaml,
      Optional<String> group,
      Optional<String> id,
      @JsonProperty("notify") Optional<List<String>> tells,
      Optional<String> startAt,
      Optional<String> stopAt,
      Optional<String> zone,
      Optional<String> repeat,
      Optional<String> overlap,
      Optional<Boolean> disabled,
      Optional<JsonNode> defaults,
      Optional<List<MemberBody>> members) {}

  /// A member as it is submitted.
  ///
  /// @param job a job document; a member has either this or a study
  /// @param study a job document that makes several steps
  /// @param after names of members, or objects with their names and `success`, `failure` or
  ///   `always`; all must have come
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record MemberBody(
      String name, Optional<JsonNode> job, Optional<JsonNode> study, Optional<JsonNode> after) {}

  @Override
  public String title() {
    return "groups";
  }

  @Override
  public List<Route> routes() {
    return Stream.of(asked(), waiting(), orders()).flatMap(List::stream).toList();
  }

  private List<Route> asked() {
    return List.of(
        Route.get(GROUPS, Access.VIEWER, this::list)
            .named("listGroups", "Groups, newest first, page by page.")
            .query(WorkList.WANTED)
            .gives(GroupList.class),
        Route.post(GROUPS, Access.OPERATOR, this::submit)
            .named(
                "submitGroup",
                "Submit jobs and studies that wait for each other's outcomes. The same id with the "
                    + "same group does nothing.")
            .body(DOCUMENT)
            .gives(201, GroupView.class)
            .gives(200, GroupView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT),
        Route.post(GROUPS + "/check", Access.OPERATOR, this::check)
            .named("checkGroup", "Read a group as it would be submitted, and do nothing with it.")
            .body(DOCUMENT)
            .gives(GroupOutlook.class)
            .fails(Kind.WRONG_INPUT),
        Route.get(GROUP, Access.VIEWER, this::one)
            .named("showGroup", "One group with its members.")
            .gives(GroupView.class),
        Route.get(GROUP + "/document", Access.VIEWER, this::document)
            .named("showGroupDocument", "What was submitted, without its secrets.")
            .gives(JobRoutes.JobText.class),
        Route.get(GROUP + "/report.html", Access.VIEWER, this::report)
            .named(
                "showGroupReport",
                "The group so far as one HTML file without scripts, to be sent and printed.")
            .gives("text/html"));
  }

  /// What can be changed of a group that waits for its time.
  private List<Route> waiting() {
    return List.of(
        Route.post(GROUP + "/document", Access.OPERATOR, this::edit)
            .named("editGroup", "Ask for something else of a group that waits for its time.")
            .body(DOCUMENT)
            .more(
                """
                The body is the one that would submit it, all of it, without its id; \
                `showGroupDocument` gives what is asked now. Secrets stay where the job class is \
                told the same.
                """)
            .gives(GroupView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT),
        Route.post(GROUP + "/disable", Access.OPERATOR, call -> switched(call, true))
            .named("disableGroup", "Keep a group that waits for its time from beginning.")
            .gives(GroupView.class)
            .fails(Kind.CONFLICT),
        Route.post(GROUP + "/enable", Access.OPERATOR, call -> switched(call, false))
            .named("enableGroup", "Let a disabled group begin; a repeated one at its next time.")
            .gives(GroupView.class)
            .fails(Kind.CONFLICT));
  }

  /// Orders to a group.
  private List<Route> orders() {
    return List.of(
        Route.post(GROUP + "/stop", Access.OPERATOR, this::stop)
            .named("stopGroup", "Cancel the members that go on, and let no other begin.")
            .gives(202, GroupView.class),
        Route.post(GROUP + "/resume", Access.OPERATOR, this::resume)
            .named("resumeGroup", "Go on behind the last good step of a group that is over.")
            .more(
                """
                Members that succeeded stay as they are. All others, and whatever comes behind \
                them, begin again, each as a new job or study.
                """)
            .gives(202, GroupView.class)
            .fails(Kind.CONFLICT),
        Route.post(GROUP + "/rerun", Access.OPERATOR, this::rerun)
            .named("rerunGroup", "Submit the same group once more, with its secrets.")
            .gives(201, GroupView.class)
            .fails(Kind.WRONG_INPUT),
        Route.delete(GROUP, Access.OPERATOR, this::forget)
            .named("deleteGroup", "Forget a group that is over; its jobs and studies stay.")
            .gives(GroupView.class)
            .fails(Kind.CONFLICT));
  }

  /// Groups, as a document.
  ///
  /// @param groups newest first
  /// @param next where there are more behind these, from where to ask on
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record GroupList(List<GroupView> groups, Optional<String> next) {}

  /// What a group would do.
  ///
  /// @param members in the order in which they are written
  record GroupOutlook(String name, List<MemberOutlook> members) {}

  /// What a member would be asked for.
  ///
  /// @param document its job document with everything filled in, without secrets
  /// @param plannedSeconds how long one run of it takes, preparation aside
  record MemberOutlook(
      String name,
      GroupPlan.Kind kind,
      List<GroupPlan.Dependency> after,
      double plannedSeconds,
      JsonNode document) {}

  private Reply list(Call call) {
    WorkList<GroupView> page =
        WorkList.asked(
            call, Of.GROUP, ids.time().now(), groups::found, groups::group, GroupView::id);
    return Reply.ok(new GroupList(page.shown(), page.next()));
  }

  private GroupReading read(JsonNode body) {
    return GroupReading.of(body, reader(), groups::plan);
  }

  private SubmitRequest.Reader reader() {
    return new SubmitRequest.Reader(packs, coordinator, ids.time());
  }

  private Reply submit(Call call) {
    return packs.keeping(() -> submitted(read(bodies.read(call.body()))));
  }

  private Reply submitted(GroupReading reading) {
    String id = reading.id().orElseGet(() -> ids.make("group"));
    GroupSubmission submission =
        groups.submit(id, reading.plan(), reading.document().toString(), reading.asked()).join();
    return switch (submission) {
      case GroupSubmission.Accepted(GroupView group) ->
          new Reply.Json(201, group, Map.of("Location", GROUPS + "/" + id));
      case GroupSubmission.Known(GroupView group) -> Reply.ok(group);
      case GroupSubmission.Conflict(String sentence) ->
          throw HttpProblem.of(Kind.CONFLICT, sentence);
    };
  }

  private Reply check(Call call) {
    GroupReading reading = read(bodies.read(call.body()));
    return Reply.ok(
        new GroupOutlook(
            reading.plan().name(),
            reading.plan().members().stream().map(member -> outlook(reading, member)).toList()));
  }

  private static MemberOutlook outlook(GroupReading reading, GroupPlan.Member member) {
    MemberRow asked = Optional.ofNullable(reading.asked().get(member.name())).orElseThrow();
    return new MemberOutlook(
        member.name(),
        member.kind(),
        member.after(),
        asked.spec().axis().endNanos() / 1e9,
        JobWriter.write(asked.spec()));
  }

  private Reply one(Call call) {
    return Reply.ok(existing(call));
  }

  private Reply document(Call call) {
    ObjectNode document = kept(call);
    groups
        .plan(call.path("id"))
        .filter(_ -> existing(call).state().equals("pending"))
        .ifPresent(plan -> ScheduleFields.pin(document, plan.timetable()));
    return Reply.ok(
        new JobRoutes.JobText(Optional.of(JobYaml.write(document)), Optional.of(document)));
  }

  private ObjectNode kept(Call call) {
    return groups
        .document(call.path("id"))
        .map(text -> (ObjectNode) bodies.mapper().readTree(text))
        .orElseThrow(() -> HttpProblem.noSuch("group", call.path("id")));
  }

  private Reply report(Call call) {
    String id = call.path("id");
    return Reply.page(
        id + ".html", groups.report(id).orElseThrow(() -> HttpProblem.noSuch("group", id)));
  }

  private Reply edit(Call call) {
    return packs.keeping(() -> edited(call));
  }

  private Reply edited(Call call) {
    String id = call.path("id");
    GroupReading reading =
        GroupReading.edited(
            id, bodies.read(call.body()), reader(), groups.plan(id), groups.asked(id));
    GroupView group = existing(call);
    String document = reading.document().toString();
    return amended(
        group, groups.edit(id, reading.plan(), document, reading.asked()), "edited", call);
  }

  private Reply switched(Call call, boolean off) {
    GroupView group = existing(call);
    String done = off ? "disabled" : "enabled";
    return amended(group, groups.switched(group.id(), off), done, call);
  }

  /// @param objection why it could not be
  private Reply amended(
      GroupView group, CompletableFuture<Optional<String>> objection, String done, Call call) {
    objection
        .join()
        .ifPresent(what -> {
          throw conflict(group, what, "submit it anew with 'broadside group rerun'");
        });
    LOG.info("{} {} group {}", call.caller().user(), done, group.id());
    return one(call);
  }

  private Reply stop(Call call) {
    return changed(groups.stop(call.path("id"), call.caller().user()), call);
  }

  private Reply resume(Call call) {
    GroupView group = existing(call);
    switch (group.state()) {
      case "completed" ->
          throw conflict(
              group, "all of its members have succeeded", "run it once more with 'group rerun'");
      case "running" -> throw conflict(group, "it goes on", "stop it first");
      case "stopping" -> throw conflict(group, "it is being stopped", "wait until it is over");
      default -> {
        // It was stopped, or has failed.
      }
    }
    return changed(groups.resume(group.id()), call);
  }

  private Reply rerun(Call call) {
    ObjectNode document = kept(call);
    document.remove(GroupDocument.ID);
    ScheduleFields.forget(document);
    return packs.keeping(
        () -> submitted(read(document).withSecretsOf(groups.asked(call.path("id")))));
  }

  private Reply forget(Call call) {
    GroupView group = existing(call);
    Optional<String> objection = groups.forget(group.id()).join();
    if (objection.isPresent()) {
      throw conflict(group, objection.get(), "stop it first");
    }
    LOG.info("{} deleted group {}", call.caller().user(), group.id());
    return Reply.ok(group);
  }

  private static HttpProblem conflict(GroupView group, String what, String mend) {
    return HttpProblem.conflict(Problem.wrong("group " + group.id(), what, mend));
  }

  private static Reply changed(CompletableFuture<Optional<GroupView>> group, Call call) {
    return new Reply.Json(
        202, group.join().orElseThrow(() -> HttpProblem.noSuch("group", call.path("id"))));
  }

  private GroupView existing(Call call) {
    return groups
        .group(call.path("id"))
        .orElseThrow(() -> HttpProblem.noSuch("group", call.path("id")));
  }
}
