package dev.broadside.server.notify;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.job.Subscription.Event;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.campaign.CampaignReads;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.feed.GroupView.MemberView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.StudyView;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The present state of a job, a study or a group about which somebody wants notices.
///
/// @param subscriptions the channels that want notices
/// @param wentWrong whether it ended badly
/// @param waitsSince since when it, or its open part, has waited for anything except its start
///   time; empty if it does not
/// @param reason why it ended or waits; may be empty
/// @param lines the state of each member of a group; the findings of a study
record Notified(
    Work work,
    WorkView view,
    List<Subscription> subscriptions,
    boolean wentWrong,
    Optional<Instant> waitsSince,
    String reason,
    Optional<List<String>> lines) {
  Notified {
    subscriptions = List.copyOf(subscriptions);
  }

  /// When it ended; empty while it waits or goes on. A group that was resumed ends again.
  Optional<Instant> endedAt() {
    return view.endedAt();
  }

  /// The text of a notice.
  ///
  /// @param change what has changed, if the event is a change
  /// @param page the address of the server's page, if its operator has given one
  Notice notice(Event event, Instant at, Optional<String> change, Optional<String> page) {
    return new Notice(
        event.word(),
        at,
        new Notice.NoticeSubject(
            id(WorkKind.JOB),
            id(WorkKind.STUDY),
            id(WorkKind.GROUP),
            PlainText.line(view.name(), 200),
            view instanceof JobView job ? Optional.of(job.asked().definition()) : Optional.empty(),
            jobClass()),
        new Notice.NoticeState(
            view.state(),
            PlainText.line(reason),
            lines.map(all -> all.stream().map(PlainText::line).toList())),
        view instanceof JobView job
            ? job.headline().map(Notice.NoticeFigures::of).orElse(Notice.NoticeFigures.NONE)
            : Notice.NoticeFigures.NONE,
        change.map(PlainText::line),
        page.map(base -> base + "/" + work.kind().plural() + "/" + work.id()));
  }

  private Optional<String> jobClass() {
    return switch (view) {
      case JobView job -> Optional.of(job.asked().jobClass());
      case StudyView study -> Optional.of(study.asked().jobClass());
      case GroupView _ -> Optional.empty();
    };
  }

  private Optional<String> id(WorkKind kind) {
    return Optional.of(work).filter(one -> one.kind() == kind).map(Work::id);
  }

  /// Finds the state of work with notices. Reads the store.
  record NotifiedReads(JobReads jobs, CampaignReads campaigns, ResultStore store) {
    Optional<Notified> of(Work work) {
      return switch (work.kind()) {
        case JOB -> jobs.job(work.id()).map(this::job);
        case STUDY -> campaigns.study(work.id()).map(this::study);
        case GROUP -> campaigns.group(work.id()).map(this::group);
      };
    }

    /// The group of a job; empty if it has none.
    Optional<Notified> groupOf(String job) {
      return campaigns.withMember(job).map(this::group);
    }

    private Notified job(JobView job) {
      List<Subscription> subscriptions =
          store
              .jobs
              .shown(job.id())
              .map(row -> JobDocument.NOTIFY.in(row.job().spec()))
              .orElse(List.of());
      return new Notified(
          Work.job(job.id()),
          job,
          subscriptions,
          !Notice.endedAsMeant(job.state())
              || job.headline().filter(NotifiedReads::isBad).isPresent(),
          waitsSince(job),
          job.reason(),
          Optional.empty());
    }

    private static boolean isBad(Headline line) {
      return !line.audit().equals("BALANCED")
          || line.delivered().filter(share -> !Delivery.enough(share)).isPresent()
          || line.thresholds().filter(words -> !words.equals("HOLDS")).isPresent();
    }

    private static Optional<Instant> waitsSince(JobView job) {
      return job.state().equals("pending") && !job.times().disabled()
          ? Optional.of(job.times().beginsAt().orElse(job.submittedAt()))
          : Optional.empty();
    }

    private Notified study(StudyView study) {
      Work work = Work.study(study.id());
      if (study.endedAt().isPresent()) {
        return ended(work, study);
      }
      Optional<JobView> step = step(study);
      return new Notified(
          work,
          study,
          subscriptions(work),
          false,
          step.flatMap(NotifiedReads::waitsSince),
          step.map(JobView::reason).orElse(""),
          Optional.of(List.of()));
    }

    /// A cancelled member did not end badly.
    private Notified ended(Work work, StudyView study) {
      Optional<StudyJudgement> judged =
          campaigns.results().summary(study.id()).map(StudyJudgement::of);
      boolean invalid = judged.filter(one -> one.judgement() != Judgement.OK).isPresent();
      return new Notified(
          work,
          study,
          subscriptions(work),
          !Notice.endedAsMeant(study.state()) || (study.state().equals("completed") && invalid),
          Optional.empty(),
          study.reason().isEmpty() ? judged.map(StudyJudgement::reason).orElse("") : study.reason(),
          campaigns
              .results()
              .table(study.id())
              .map(table -> table.knees().stream().map(knee -> knee.sentence()).toList())
              .or(() -> Optional.of(List.of())));
    }

    private Notified group(GroupView group) {
      Work work = Work.group(group.id());
      Optional<Instant> waitsSince =
          group.state().equals("pending")
              ? group.times().beginsAt()
              : group.members().stream()
                  .filter(member -> member.run().progress().isPresent())
                  .flatMap(member -> going(member).stream())
                  .flatMap(job -> waitsSince(job).stream())
                  .min(Comparator.naturalOrder());
      return new Notified(
          work,
          group,
          subscriptions(work),
          !Notice.endedAsMeant(group.state()),
          waitsSince,
          group.reason(),
          Optional.of(group.members().stream().map(NotifiedReads::line).toList()));
    }

    /// `steady: failed, p99 was 31 ms`.
    private static String line(MemberView member) {
      String state = member.run().progress().orElse(member.state());
      String reason = member.run().reason();
      return member.name() + ": " + state + (reason.isEmpty() ? "" : ", " + reason);
    }

    private List<Subscription> subscriptions(Work work) {
      return campaigns.table().find(work).map(Campaign::subscriptions).orElse(List.of());
    }

    /// The job of a member that goes on, or of the step of its study that does.
    private Optional<JobView> going(MemberView member) {
      return switch (member.kind()) {
        case JOB -> member.run().begun().flatMap(jobs::job);
        case STUDY -> member.run().begun().flatMap(campaigns::study).flatMap(this::step);
      };
    }

    /// The job of the step of a study that goes on.
    private Optional<JobView> step(StudyView study) {
      return study.steps().stream()
          .flatMap(step -> jobs.job(step.jobId()).stream())
          .filter(job -> job.endedAt().isEmpty())
          .findFirst();
    }
  }
}
