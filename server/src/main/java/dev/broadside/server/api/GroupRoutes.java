package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.report.section.Block.Graph;
import dev.broadside.core.report.section.GroupLayout;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.job.JobRoutes;
import dev.broadside.server.api.many.SubmissionReply;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.exchange.WorkList;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.packs.PackStore;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.submit.GroupReading;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What can be done with groups of jobs and studies.
public record GroupRoutes(CampaignReads reads, PackStore packs, CampaignActions actions, Time time)
    implements Resource {
  private static final String GROUPS = "/api/v1/groups";
  private static final String GROUP = GROUPS + "/{id}";
  private static final Route.Body DOCUMENT =
      new Route.Body.Json(JsonBodies.LARGE, GroupDocument.class);

  @Override
  public String title() {
    return "groups";
  }

  @Override
  public List<Route> routes() {
    return Stream.concat(asked().stream(), Stream.of(waiting())).toList();
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
        Route.get(GROUP + "/report", Access.VIEWER, this::sections)
            .named("showGroupSections", "The group so far for people: sections with tables.")
            .heavy()
            .gives(ReportDocument.class),
        Route.get(GROUP + "/report.html", Access.VIEWER, this::report)
            .named(
                "showGroupReport",
                "The group so far as one HTML file without scripts, to be sent and printed.")
            .heavy()
            .gives("text/html"));
  }

  private Route waiting() {
    return Route.post(GROUP + "/document", Access.OPERATOR, this::edit)
        .named("editGroup", "Change what a group that waits for its time asks for.")
        .body(DOCUMENT)
        .more(
            """
            The body is that of a submission, complete and without an id; `showGroupDocument` \
            gives the present one. A member keeps its secrets if its job class and its other \
            parameters stay the same.
            """)
        .gives(GroupView.class)
        .fails(Kind.CONFLICT, Kind.WRONG_INPUT);
  }

  /// Groups, as a document.
  ///
  /// @param groups newest first
  /// @param next the value of `after` for the next page, if there are more
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record GroupList(List<GroupView> groups, Optional<String> next) {}

  /// What a group would do.
  ///
  /// @param members in the order in which they are written
  /// @param graph where each stands, to the right of all that it waits for
  record GroupOutlook(String name, List<MemberOutlook> members, Graph graph) {}

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
            call, WorkKind.GROUP, time.now(), reads::groups, reads::group, GroupView::id);
    return Reply.ok(new GroupList(page.shown(), page.next()));
  }

  private Reply submit(Call call) {
    return packs.keeping(() ->
        SubmissionReply.of(
            WorkKind.GROUP, actions.submit(actions.read(JsonBodies.read(call.body())))));
  }

  private Reply check(Call call) {
    GroupReading reading = actions.read(JsonBodies.read(call.body()));
    return Reply.ok(
        new GroupOutlook(
            reading.plan().name(),
            reading.plan().members().stream().map(member -> outlook(reading, member)).toList(),
            GroupLayout.graph(reading.plan().members(), _ -> "")));
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
    return Reply.ok(actions.existing(Work.group(call.path("id"))));
  }

  private Reply document(Call call) {
    String id = call.path("id");
    ObjectNode document = actions.document(id);
    reads
        .plan(id)
        .filter(_ -> actions.existing(Work.group(id)).state().equals("pending"))
        .ifPresent(plan -> ScheduleFields.pin(document, plan.timetable()));
    return Reply.ok(
        new JobRoutes.JobText(Optional.of(JobYaml.write(document)), Optional.of(document)));
  }

  private Reply sections(Call call) {
    return Reply.ok(found(reads.report(call.path("id")), call));
  }

  private Reply report(Call call) {
    return Reply.page(call.path("id") + ".html", found(reads.htmlReport(call.path("id")), call));
  }

  private static <T> T found(Optional<T> thing, Call call) {
    return thing.orElseThrow(() -> HttpProblem.noSuch("group", call.path("id")));
  }

  private Reply edit(Call call) {
    return packs.keeping(() ->
        Reply.ok(
            actions.edit(call.path("id"), JsonBodies.read(call.body()), call.caller().user())));
  }
}
