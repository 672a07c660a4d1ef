package dev.broadside.server.campaign;

import dev.broadside.core.campaign.Campaign;
import dev.broadside.core.campaign.CampaignState;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.JobGroup;
import dev.broadside.core.campaign.MemberState;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.input.Timetable.Gate;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunJudgement;
import dev.broadside.core.report.TrialDocument;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.feed.WorkView;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.jobs.JobCore;
import dev.broadside.server.store.CampaignTable;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.threads.Serial;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Runs studies and groups, each member as an ordinary job of the coordinator, or as a study that
/// is run here in turn.
///
/// Which member begins is decided by [Campaign#next]. That it begins is kept before its job is
/// submitted, under an id that follows from the campaign's; so a restart of the server loses
/// nothing, and no member begins twice.
///
/// One executor changes campaigns; everybody else reads the store.
public final class Campaigns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Campaigns.class);
  private static final Duration LOOK = Duration.ofMillis(500);

  private final ResultStore store;
  private final CampaignTable table;
  private final Coordinator coordinator;
  private final TrustedClock clock;
  private final Time time;
  private final Serial own;
  private final CampaignReads reads;
  private final Map<Work, Campaign> open = new LinkedHashMap<>();
  private final Set<Work> submitting = new HashSet<>();

  /// @param own runs one thing after another
  public Campaigns(JobCore jobs, Executor own) {
    this.store = jobs.store;
    this.table = store.campaigns;
    this.coordinator = jobs.coordinator;
    this.clock = jobs.clock;
    this.time = jobs.time;
    this.own = new Serial(own, time);
    this.reads = new CampaignReads(jobs);
  }

  /// Reads studies and groups. Any thread.
  public CampaignReads reads() {
    return reads;
  }

  /// Goes on with the open studies and groups. Called after the coordinator has started.
  public void start() {
    own.repeat("the look at studies and groups", LOOK, this::look);
  }

  /// Asks the store anew which campaigns are open: it may have taken one although it said that it
  /// could not. Only those that are not known here yet are read.
  private void look() {
    for (Work work : table.openWorks()) {
      if (!open.containsKey(work)) {
        own.attempt(
            "the reading of " + work,
            () -> table.readable(work).ifPresent(campaign -> open.put(work, campaign)));
      }
    }
    List.copyOf(open.keySet()).forEach(work -> own.execute(() -> advance(work)));
  }

  /// Takes a study. Submitting the same again is harmless.
  ///
  /// @param asked what its steps have in common, already checked against the job class's parameters
  /// @return fails with [StoreException] if it could not be kept
  public CompletableFuture<Submission> submit(String id, MemberRow asked) {
    return own.ask(() -> {
      Study study = Study.submitted(id, asked.code().title(), asked.spec(), asked.plan(), now());
      return keep(study, "", CampaignTable.ofSteps(asked));
    });
  }

  /// Takes a group. Submitting the same again is harmless.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what its members ask for, already checked, by name
  /// @return fails with [StoreException] if it could not be kept
  public CompletableFuture<Submission> submit(
      String id, GroupPlan plan, String document, Map<String, MemberRow> asked) {
    return own.ask(() -> keep(JobGroup.submitted(id, plan, now()), document, asked));
  }

  private Submission keep(Campaign campaign, String document, Map<String, MemberRow> asked) {
    Work work = Work.of(campaign);
    String named = work.kind().word() + " ";
    Optional<Campaign> known = table.find(work);
    if (known.isPresent()) {
      return known.get().plansLike(campaign) && same(table.asked(work), asked)
          ? new Submission.Known(reads.shown(known.get()))
          : new Submission.Conflict(
              "there is another "
                  + named
                  + "with the id "
                  + work.id()
                  + "; leave the id out, or choose another");
    }
    if (table.deleted(work)) {
      return new Submission.Conflict(
          "the "
              + named
              + work.id()
              + " is deleted but not gone yet; bring it back, leave the id out, or choose another");
    }
    table.add(campaign, document, asked);
    open.put(work, campaign);
    own.execute(() -> advance(work));
    return new Submission.Accepted(reads.shown(campaign));
  }

  private static boolean same(Map<String, MemberRow> kept, Map<String, MemberRow> asked) {
    return kept.keySet().equals(asked.keySet())
        && kept.entrySet().stream()
            .allMatch(one -> {
              MemberRow other = asked.get(one.getKey());
              return other != null
                  && one.getValue().spec().sameButSecrets(other.spec())
                  && one.getValue().plan().equals(other.plan());
            });
  }

  /// Ends a study or group: members that go on are cancelled, and no other begins. A second time
  /// hurries their ends.
  ///
  /// @return the study or group afterwards; empty if there is no such one
  public CompletableFuture<Optional<WorkView>> stop(Work work, String by) {
    return change(
        work,
        campaign ->
            switch (campaign.state()) {
              case CampaignState.Pending _ -> campaign.in(over(new Outcome.Cancelled(by)));
              case CampaignState.Running _, CampaignState.Paused _ ->
                  campaign.in(new CampaignState.Stopping(by));
              case CampaignState.Stopping _ -> {
                goingOn(campaign).forEach(member -> cancel(member, by));
                yield campaign;
              }
              case CampaignState.Done _ -> campaign;
            });
  }

  /// Begins no further member; those that run go on.
  ///
  /// @return the study or group afterwards; empty if there is no such one
  public CompletableFuture<Optional<WorkView>> pause(Work work) {
    return change(
        work,
        campaign ->
            campaign.state() instanceof CampaignState.Running
                ? campaign.in(new CampaignState.Paused())
                : campaign);
  }

  /// Goes on after a pause. A finished group goes on after its last good step.
  ///
  /// @return the study or group afterwards; empty if there is no such one
  public CompletableFuture<Optional<WorkView>> resume(Work work) {
    return change(work, Campaign::resumed);
  }

  /// Changes what a group that waits for its time asks for.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what its members ask for, already checked, by name
  /// @return why not, in a sentence without a stop; empty if that is done
  public CompletableFuture<Optional<String>> edit(
      String id, GroupPlan plan, String document, Map<String, MemberRow> asked) {
    return own.ask(() -> ifWaiting(id, group -> amend(group.asking(plan), document, asked)));
  }

  /// Keeps a waiting group from beginning, or lets it begin; a repeated group whose time has passed
  /// waits for its next time.
  ///
  /// @return why not, in a sentence without a stop; empty if that is done
  public CompletableFuture<Optional<String>> switched(String id, boolean off) {
    return own.ask(() ->
        ifWaiting(
            id,
            group -> {
              ObjectNode document =
                  (ObjectNode) Json.mapper().readTree(table.document(id).orElseThrow());
              document.remove(ScheduleFields.DISABLED.path());
              if (off) {
                document.put(ScheduleFields.DISABLED.path(), true);
              }
              JobGroup switched = group.asking(group.plan().switched(off, time.now()));
              amend(switched, document.toString(), table.asked(Work.group(id)));
            }));
  }

  private Optional<String> ifWaiting(String id, Consumer<JobGroup> then) {
    if (open.get(Work.group(id)) instanceof JobGroup group
        && group.state() instanceof CampaignState.Pending) {
      then.accept(group);
      return Optional.empty();
    }
    return Optional.of("it does not wait for its time any more");
  }

  private void amend(JobGroup group, String document, Map<String, MemberRow> asked) {
    table.amend(group, document, asked);
    open.put(Work.of(group), group);
    advance(Work.of(group));
  }

  private CompletableFuture<Optional<WorkView>> change(Work work, UnaryOperator<Campaign> change) {
    return own.ask(() -> {
      Optional.ofNullable(open.get(work))
          .or(() -> table.find(work))
          .ifPresent(campaign -> {
            Campaign changed = change.apply(campaign);
            if (!changed.equals(campaign)) {
              table.save(changed);
              open.put(work, changed);
              advance(work);
            }
          });
      return reads.one(work);
    });
  }

  /// Deletes a finished one: from then on it is listed only among the deleted ones, and [#restore]
  /// brings it back for a day. Its jobs, and a group's studies, stay.
  ///
  /// @return why it cannot be deleted, in a sentence without a stop; empty if it was deleted
  public CompletableFuture<Optional<String>> delete(Work work) {
    return own.ask(() -> {
      if (open.containsKey(work)) {
        return Optional.of("it goes on");
      }
      Optional<String> needed =
          work.kind() == WorkKind.STUDY ? table.needing(work.id()) : Optional.empty();
      if (needed.isEmpty()) {
        table.delete(work, clock.latest());
      }
      return needed;
    });
  }

  /// Brings a deleted one back. Any thread; writes the store.
  ///
  /// @return the study or group; empty if it cannot be brought back
  public Optional<WorkView> restore(Work work) {
    return table.restore(work) ? reads.one(work) : Optional.empty();
  }

  private void advance(Work work) {
    try {
      if (open.get(work) instanceof Campaign campaign) {
        step(campaign);
      }
    } catch (StoreException e) {
      LOG.debug("{} waits for the store: {}", work, e.getMessage());
    }
  }

  private Instant now() {
    return time.now().truncatedTo(ChronoUnit.MILLIS);
  }

  private CampaignState.Done over(Outcome outcome) {
    return new CampaignState.Done(now(), outcome);
  }

  private void step(Campaign campaign) {
    if (campaign.done()) {
      open.remove(Work.of(campaign));
    } else if (campaign instanceof JobGroup group
        && group.state() instanceof CampaignState.Pending pending) {
      await(group, pending);
    } else {
      goOn(campaign, stops(campaign).map(campaign::in).orElse(campaign));
    }
  }

  /// The state of a group whose time to stop has come. The jobs of a study stop by themselves.
  private Optional<CampaignState> stops(Campaign campaign) {
    return campaign instanceof JobGroup group && !(group.state() instanceof CampaignState.Stopping)
        ? group.plan().timetable().stops(time.now()).map(CampaignState.Stopping::new)
        : Optional.empty();
  }

  /// Looks whether a group's time has come.
  private void await(JobGroup group, CampaignState.Pending state) {
    switch (group.plan().timetable().gate(time.now(), earlier(group))) {
      case Gate.Open _ -> begin(group, new CampaignState.Running());
      case Gate.Waits(String reason) -> keep(group, group.in(state.because(reason)));
      case Gate.Skips(String reason) ->
          group
              .later(time.now(), reason)
              .ifPresentOrElse(
                  later ->
                      amend(
                          later,
                          table.document(group.id()).orElseThrow(),
                          table.asked(Work.of(group))),
                  () -> giveUp(group, reason));
      case Gate.Closed(String reason) -> giveUp(group, reason);
    }
  }

  private void giveUp(JobGroup group, String reason) {
    begin(group, over(new Outcome.Failed(reason)));
  }

  /// A group of the same definition that goes on.
  private Optional<String> earlier(JobGroup group) {
    return open.values().stream()
        .filter(JobGroup.class::isInstance)
        .filter(one -> !(one.state() instanceof CampaignState.Pending))
        .filter(one -> one.definition().equals(group.definition()))
        .map(Campaign::id)
        .findFirst();
  }

  /// Lets a group begin, or end without having begun. The next group of a repetition is stored with
  /// it. Its number follows that of this one: a group that is repeated for years has thousands
  /// before it, and the number of a deleted one would name jobs that still exist.
  private void begin(JobGroup group, CampaignState state) {
    int number = group.number() + 1;
    while (taken(Work.group(group.definition() + "-" + number))) {
      number++;
    }
    Optional<JobGroup> next = group.following(number, now());
    JobGroup begun = group.in(state);
    table.begin(begun, next);
    open.put(Work.of(begun), begun);
    next.ifPresent(one -> open.put(Work.of(one), one));
    own.execute(() -> advance(Work.of(begun)));
  }

  private boolean taken(Work work) {
    return table.find(work).isPresent() || table.deleted(work);
  }

  private void keep(Campaign before, Campaign next) {
    if (!next.equals(before)) {
      table.save(next);
      open.put(Work.of(next), next);
    }
  }

  /// Looks how far the members are, stores what follows from that, and then acts on it.
  ///
  /// @param kept the study or group as it is stored
  private void goOn(Campaign kept, Campaign before) {
    Campaign looked = before;
    for (String name : before.names()) {
      MemberState state = before.of(name);
      if (state.active()) {
        looked = looked.with(name, looked(before, name, state));
      }
    }
    Campaign next = looked.next();
    Optional<Outcome> end = next.end();
    if (end.isPresent()) {
      next = next.in(over(end.get()));
    }
    keep(kept, next);
    if (next.done()) {
      open.remove(Work.of(next));
    } else {
      act(next);
    }
  }

  /// The job or study of a member in its present attempt.
  private static Work member(Campaign campaign, String name) {
    String id = campaign.memberId(name, campaign.of(name).attempt());
    return campaign instanceof JobGroup group && group.plan().kindOf(name) == GroupPlan.Kind.STUDY
        ? Work.study(id)
        : Work.job(id);
  }

  /// Where a member is by the state of its job or its study.
  private MemberState looked(Campaign campaign, String name, MemberState state) {
    Work work = member(campaign, name);
    int attempt = state.attempt();
    Optional<MemberState> found =
        work.kind() == WorkKind.JOB
            ? job(work.id(), attempt, rate(campaign, name))
            : study(work.id(), attempt);
    if (found.isPresent()) {
      return found.get();
    }
    if (state instanceof MemberState.Going) {
      return MemberState.Ended.failed(attempt, Judgement.INVALID, "it was deleted");
    }
    return campaign.state() instanceof CampaignState.Stopping && !submitting.contains(work)
        ? new MemberState.Waiting(attempt - 1)
        : state;
  }

  private static Optional<Double> rate(Campaign campaign, String name) {
    return switch (campaign) {
      case Study study -> study.searchedRate(name);
      case JobGroup _ -> Optional.empty();
    };
  }

  /// @param rate at which it measures in a search for the knee
  private Optional<MemberState> job(String id, int attempt, Optional<Double> rate) {
    return store
        .jobs
        .state(id)
        .map(state ->
            state instanceof JobState.Done(Instant _, Outcome outcome)
                ? ended(id, attempt, outcome, rate)
                : new MemberState.Going(attempt));
  }

  private MemberState ended(String id, int attempt, Outcome outcome, Optional<Double> rate) {
    Optional<RunDocument> run =
        store.runs.result(id).map(text -> Json.mapper().readValue(text, RunDocument.class));
    RunJudgement judged =
        run.map(RunJudgement::of)
            .orElseGet(() -> new RunJudgement(Judgement.INVALID, outcome.reason()));
    return new MemberState.Ended(
        attempt,
        outcome,
        judged.judgement(),
        judged.reason(),
        rate.flatMap(at -> run.flatMap(one -> TrialDocument.of(at, one)))
            .map(TrialDocument::verdict));
  }

  private Optional<MemberState> study(String id, int attempt) {
    return table
        .study(id)
        .map(study -> {
          if (!(study.state() instanceof CampaignState.Done(Instant _, Outcome outcome))) {
            return new MemberState.Going(attempt);
          }
          StudyJudgement judged = StudyJudgement.of(reads.results().summary(id).orElseThrow());
          return new MemberState.Ended(
              attempt, outcome, judged.judgement(), judged.reason(), Optional.empty());
        });
  }

  private void act(Campaign campaign) {
    switch (campaign.state()) {
      case CampaignState.Running _ -> {
        List<String> begin =
            campaign.names().stream()
                .filter(name -> campaign.of(name) instanceof MemberState.Starting)
                .filter(name -> !submitting.contains(member(campaign, name)))
                .toList();
        if (!begin.isEmpty()) {
          // Read once for all that begin: two hundred may.
          Map<String, MemberRow> asked = table.asked(Work.of(campaign));
          begin.forEach(name -> submit(campaign, name, asked));
        }
      }
      case CampaignState.Stopping(String by) ->
          goingOn(campaign)
              .filter(member -> !isStopping(member))
              .forEach(member -> cancel(member, by));
      case CampaignState.Pending _, CampaignState.Paused _, CampaignState.Done _ -> {
        // Nothing begins, and nothing is ended.
      }
    }
  }

  private static Stream<Work> goingOn(Campaign campaign) {
    return campaign.names().stream()
        .filter(name -> campaign.of(name) instanceof MemberState.Going)
        .map(name -> member(campaign, name));
  }

  /// To cancel it once more would hurry its end.
  private boolean isStopping(Work member) {
    return member.kind() == WorkKind.JOB
        ? store.jobs.state(member.id()).filter(JobState.Stopping.class::isInstance).isPresent()
        : table
            .study(member.id())
            .filter(study -> study.state() instanceof CampaignState.Stopping)
            .isPresent();
  }

  private void cancel(Work member, String by) {
    if (member.kind() == WorkKind.JOB) {
      coordinator.cancel(member.id(), by);
    } else {
      stop(member, by);
    }
  }

  /// @param asked what the members ask for, by name
  private void submit(Campaign campaign, String name, Map<String, MemberRow> asked) {
    Work work = member(campaign, name);
    String by = Work.of(campaign).toString();
    MemberRow row = asked(campaign, name, asked);
    submitting.add(work);
    CompletableFuture<Submission> submitted =
        work.kind() == WorkKind.STUDY
            ? submit(work.id(), row)
            : coordinator.submit(work.id(), row.spec(), row.code(), by);
    submitted.whenComplete((submission, failure) ->
        own.execute(() -> {
          submitting.remove(work);
          if (failure instanceof Throwable thrown) {
            LOG.debug("{} is submitted again with the next look", work, thrown);
          } else {
            submitted(Work.of(campaign), name, submission);
          }
        }));
  }

  private MemberRow asked(Campaign campaign, String name, Map<String, MemberRow> asked) {
    return switch (campaign) {
      case JobGroup _ -> Optional.ofNullable(asked.get(name)).orElseThrow();
      case Study study -> {
        MemberRow steps = CampaignTable.ofSteps(asked);
        int position = study.names().indexOf(name);
        JobSpec spec = study.with(steps.spec()).stepSpec(position, previousEnd(study, position));
        yield steps.with(spec);
      }
    };
  }

  /// When the step before this one was over.
  private Optional<Instant> previousEnd(Study study, int position) {
    return Optional.of(position)
        .filter(at -> at > 0)
        .flatMap(at -> store.jobs.state(study.stepId(at - 1)))
        .flatMap(job ->
            job instanceof JobState.Done(Instant endedAt, Outcome _)
                ? Optional.of(endedAt)
                : Optional.empty());
  }

  /// If the member was accepted, the next look finds it running.
  private void submitted(Work work, String member, Submission submission) {
    if (submission instanceof Submission.Conflict(String sentence)
        && open.get(work) instanceof Campaign campaign
        && campaign.of(member) instanceof MemberState.Starting(int attempt)) {
      MemberState ended = MemberState.Ended.failed(attempt, Judgement.NEVER_BEGAN, sentence);
      keep(campaign, campaign.with(member, ended));
    }
    // After everything that has been heard by now: two hundred members that begin are not looked
    // at two hundred times.
    own.soon(work.toString(), () -> advance(work));
  }

  /// Stops looking; open studies and groups go on with the next server on this store.
  @Override
  public void close() {
    own.close();
  }
}
