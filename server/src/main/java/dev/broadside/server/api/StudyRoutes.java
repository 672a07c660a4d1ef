package dev.broadside.server.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.report.form.StudyCsv;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.NewIds;
import dev.broadside.core.time.Time;
import dev.broadside.server.api.job.ResultRoutes;
import dev.broadside.server.api.many.SubmissionReply;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.campaign.Campaigns;
import dev.broadside.server.exchange.Access;
import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.JsonBodies;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Replies;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.exchange.Resource;
import dev.broadside.server.exchange.Route;
import dev.broadside.server.exchange.WorkList;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.CampaignTable;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.submit.SecretsOf;
import dev.broadside.server.submit.SubmitRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// What can be done with studies.
public record StudyRoutes(
    Campaigns campaigns,
    CampaignActions actions,
    JobReads jobs,
    SubmitRequest.Reader reader,
    Time time)
    implements Resource {
  private static final Query RESULTS = new Query(Parameters.of(ResultRoutes.INTERVALS));

  @Override
  public String title() {
    return "studies";
  }

  @Override
  public List<Route> routes() {
    return Stream.of(asked(), results()).flatMap(List::stream).toList();
  }

  private List<Route> asked() {
    return List.of(
        Route.get("/api/v1/studies", Access.VIEWER, this::list)
            .named("listStudies", "Studies, newest first, page by page.")
            .query(WorkList.WANTED)
            .gives(StudyList.class),
        Route.post("/api/v1/studies", Access.OPERATOR, this::submit)
            .named(
                "submitStudy",
                "Submit a job that is run at each place of a study, or search for its knee. The same "
                    + "id with the same study does nothing.")
            .body(new Route.Body.Json(JsonBodies.LARGE, JobDocument.class))
            .gives(201, StudyView.class)
            .gives(200, StudyView.class)
            .fails(Kind.CONFLICT, Kind.WRONG_INPUT),
        Route.get("/api/v1/studies/{id}", Access.VIEWER, this::one)
            .named("showStudy", "One study with its steps.")
            .gives(StudyView.class),
        Route.get("/api/v1/studies/{id}/submission", Access.VIEWER, this::submission)
            .named(
                "showStudySubmission",
                "What was asked of the study, to be submitted again or changed; without its id and "
                    + "its times, and with its secrets by reference.")
            .gives(JobDocument.class));
  }

  /// The routes of results.
  private List<Route> results() {
    return List.of(
        Route.get("/api/v1/studies/{id}/results", Access.VIEWER, this::results)
            .named("showStudyResults", "The run documents of all steps that have begun.")
            .heavy()
            .query(RESULTS)
            .more(
                "The study document, the same that `broadside run --threads 1,2,4 --json` writes.")
            .gives(StudyDocument.class),
        Route.get("/api/v1/studies/{id}/table", Access.VIEWER, this::table)
            .named(
                "showStudyTable",
                "The study as a table, with scale-up, peak, knee and scalability law.")
            .heavy()
            .gives(StudyTable.class)
            .fails(Kind.WRONG_INPUT),
        Route.get("/api/v1/studies/{id}/table.csv", Access.VIEWER, this::csv)
            .named("showStudyCsv", "The same table as CSV.")
            .heavy()
            .gives("text/csv")
            .fails(Kind.WRONG_INPUT),
        Route.get("/api/v1/studies/{id}/report", Access.VIEWER, this::sections)
            .named("showStudySections", "The study so far for people: sections with tables.")
            .heavy()
            .gives(ReportDocument.class),
        Route.get("/api/v1/studies/{id}/report.html", Access.VIEWER, this::report)
            .named(
                "showStudyReport",
                "The study so far as one HTML file without scripts, to be sent and printed.")
            .heavy()
            .gives("text/html")
            .fails(Kind.WRONG_INPUT));
  }

  /// Studies, as a document.
  ///
  /// @param studies newest first
  /// @param next the value of `after` for the next page, if there are more
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record StudyList(List<StudyView> studies, Optional<String> next) {}

  private Reply list(Call call) {
    CampaignReads reads = campaigns.reads();
    WorkList<StudyView> page =
        WorkList.asked(
            call, WorkKind.STUDY, time.now(), reads::studies, reads::study, StudyView::id);
    return Reply.ok(new StudyList(page.shown(), page.next()));
  }

  private Reply submit(Call call) {
    return reader.packs().keeping(() -> submitted(call));
  }

  private Reply submitted(Call call) {
    SubmitRequest request = reader.study(JsonBodies.read(call.body()));
    String id =
        request
            .id()
            .orElseGet(() -> new NewIds(time).make("study-" + request.asked().spec().jobClass()));
    return SubmissionReply.of(WorkKind.STUDY, campaigns.submit(id, request.asked()).join());
  }

  private Reply one(Call call) {
    return Reply.ok(actions.existing(Work.study(call.path("id"))));
  }

  /// Its secrets are taken from its first step, as long as that exists.
  private Reply submission(Call call) {
    String id = call.path("id");
    Study study = (Study) found(campaigns.reads().table().find(Work.study(id)), call);
    MemberRow asked = CampaignTable.ofSteps(campaigns.reads().table().asked(Work.study(id)));
    ObjectNode document = JobWriter.write(study.spec(), study.plan());
    ScheduleFields.forget(document);
    List<String> secrets = SecretsOf.names(asked.spec());
    if (!secrets.isEmpty()) {
      String first = study.stepId(0);
      jobs.spec(first).ifPresent(_ -> document.put(JobDocument.SECRETS_OF.path(), first));
      secrets.forEach(document.putArray(JobDocument.SECRETS_NEEDED.path())::add);
    }
    return Reply.ok(document);
  }

  private Reply results(Call call) {
    String id = call.path("id");
    if (!call.query(ResultRoutes.INTERVALS)) {
      return Reply.ok(found(campaigns.reads().results().summary(id), call));
    }
    return Reply.stream(
        Replies.JSON,
        out -> {
          if (!campaigns.reads().results().write(id, out)) {
            throw HttpProblem.noSuch("study", id);
          }
        });
  }

  private Reply table(Call call) {
    return Reply.ok(found(campaigns.reads().results().table(call.path("id")), call));
  }

  private Reply csv(Call call) {
    StudyTable table = found(campaigns.reads().results().table(call.path("id")), call);
    String text = String.join("\n", StudyCsv.lines(table)) + "\n";
    return Reply.file(
        "text/csv; charset=utf-8",
        table.study().id() + ".csv",
        out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private Reply sections(Call call) {
    return Reply.ok(found(campaigns.reads().results().report(call.path("id")), call));
  }

  private Reply report(Call call) {
    return Reply.page(
        call.path("id") + ".html",
        found(campaigns.reads().results().htmlReport(call.path("id")), call));
  }

  private static <T> T found(Optional<T> thing, Call call) {
    return thing.orElseThrow(() -> HttpProblem.noSuch("study", call.path("id")));
  }
}
