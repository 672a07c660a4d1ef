package dev.broadside.server.campaign;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.html.HtmlReport;
import dev.broadside.core.report.section.GroupReport;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.WorkKind;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.results.Results;
import dev.broadside.server.store.CampaignTable;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.Work;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of studies and groups. Any thread; each method reads the store.
public final class CampaignReads {
  private final ResultStore store;
  private final CampaignTable table;
  private final JobReads jobs;
  private final Results results;
  private final CampaignViews views;

  CampaignReads(JobCore core) {
    this.store = core.store;
    this.table = store.campaigns;
    this.jobs = core.reads;
    this.results = core.results;
    this.views =
        new CampaignViews(id -> Optional.ofNullable(jobs.jobs(Set.of(id)).get(id)), table::study);
  }

  /// The studies and groups as they are stored.
  public CampaignTable table() {
    return table;
  }

  /// What the jobs, the studies and the members of groups ask for that are not over, by the ids
  /// that they have or will have.
  public Map<String, JobSpec> unfinished() {
    Map<String, JobSpec> unfinished = new LinkedHashMap<>(jobs.unfinished());
    for (Campaign campaign : table.open()) {
      switch (campaign) {
        case Study study -> unfinished.put(study.id(), study.spec());
        case JobGroup group ->
            table
                .asked(Work.of(group))
                .forEach((name, row) -> {
                  MemberState state = group.of(name);
                  if (!state.settled()) {
                    String id = group.memberId(name, Math.max(1, state.attempt()));
                    unfinished.putIfAbsent(id, row.spec());
                  }
                });
      }
    }
    return unfinished;
  }

  /// The studies that match the query, newest first.
  ///
  /// @param behind only those after this one; empty for all
  public List<StudyView> studies(JobQuery query, Optional<String> behind, int limit) {
    return shown(table.found(WorkKind.STUDY, query, behind, limit), StudyView.class);
  }

  /// The groups that match the query, newest first.
  ///
  /// @param behind only those after this one; empty for all
  public List<GroupView> groups(JobQuery query, Optional<String> behind, int limit) {
    return shown(table.found(WorkKind.GROUP, query, behind, limit), GroupView.class);
  }

  /// Asks for the jobs of all their members at once.
  private <V extends WorkView> List<V> shown(List<Campaign> campaigns, Class<V> view) {
    List<String> ids = campaigns.stream().flatMap(CampaignViews::jobsOf).toList();
    CampaignViews among = views.among(jobs.jobs(ids));
    return campaigns.stream().map(campaign -> view.cast(among.of(campaign))).toList();
  }

  WorkView shown(Campaign campaign) {
    return shown(List.of(campaign), WorkView.class).getFirst();
  }

  public Optional<WorkView> one(Work work) {
    return table.find(work).map(this::shown);
  }

  public Optional<StudyView> study(String id) {
    return one(Work.study(id)).map(StudyView.class::cast);
  }

  public Optional<GroupView> group(String id) {
    return one(Work.group(id)).map(GroupView.class::cast);
  }

  /// The plan of a group; empty if there is no such group.
  public Optional<GroupPlan> plan(String group) {
    return table.group(group).map(JobGroup::plan);
  }

  /// The group of which a job or a study is a member; empty if there is none.
  public Optional<GroupView> withMember(String begun) {
    return Optional.of(begun.indexOf('.'))
        .filter(dot -> dot > 0)
        .flatMap(dot -> group(begun.substring(0, dot)))
        .filter(group ->
            group.members().stream().anyMatch(one -> one.run().begun().equals(Optional.of(begun))));
  }

  /// The results of studies.
  public StudyResults results() {
    return new StudyResults(store, results, views);
  }

  /// A group so far as one HTML file; empty if there is no such group.
  public Optional<String> htmlReport(String group) {
    return report(group).map(report -> HtmlReport.of(report, new Buckets()));
  }

  /// A group so far, in sections; empty if there is no such group.
  public Optional<ReportDocument> report(String group) {
    return table
        .group(group)
        .map(found ->
            GroupReport.of(
                found,
                results::summary,
                results()::table,
                table
                    .document(group)
                    .map(text -> JobYaml.write(Json.mapper().readTree(text)))
                    .orElse("")));
  }
}
