package dev.broadside.server.group;

import dev.broadside.core.group.GroupPlan;
import dev.broadside.core.group.GroupPlan.Kind;
import dev.broadside.core.group.GroupPlan.Member;
import dev.broadside.core.group.GroupState;
import dev.broadside.core.group.GroupSteps;
import dev.broadside.core.group.JobGroup;
import dev.broadside.core.group.MemberState;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.input.Timetable.Gate;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunJudgement;
import dev.broadside.core.report.html.GroupReport;
import dev.broadside.core.report.study.StudyJudgement;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.study.StudyState;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.jobs.Submission;
import dev.broadside.server.results.Results;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.MemberRow;
import dev.broadside.server.store.row.StudyRow;
import dev.broadside.server.store.row.Work;
import dev.broadside.server.study.Studies;
import dev.broadside.server.study.StudySubmission;
import dev.broadside.server.threads.Serial;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Runs groups, each member as an ordinary job of the coordinator or as an ordinary study, as soon
/// as what it waits for has come.
///
/// That a member is to begin is kept before its job is handed in, under an id that follows from the
/// group's; so a restart of the server loses nothing, and no member begins twice.
///
/// One executor changes groups; everybody else reads the store.
public final class Groups implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Groups.class);
  private static final Duration LOOK = Duration.ofMillis(500);

  private final ResultStore store;
  private final Coordinator coordinator;
  private final JobReads reads;
  private final Results results;
  private final TrustedClock clock;
  private final Studies studies;
  private final Time time;
  private final Serial own;
  private final GroupViews views;
  private final Map<String, JobGroup> open = new LinkedHashMap<>();
  private final Set<String> submitting = new HashSet<>();

  /// @param own runs one thing after another
  public Groups(
      ResultStore store,
      Coordinator coordinator,
      JobReads reads,
      Results results,
      Studies studies,
      TrustedClock clock,
      Time time,
      Executor own) {
    this.store = store;
    this.coordinator = coordinator;
    this.reads = reads;
    this.results = results;
    this.clock = clock;
    this.studies = studies;
    this.time = time;
    this.own = new Serial(own, time);
    this.views = new GroupViews(reads::job, studies::study);
  }

  /// Takes up the groups that were going on. After coordinator and studies have started.
  public void start() {
    own.repeat("the look at the groups", LOOK, this::look);
  }

  /// What is open is asked for anew with each look: a group that the store took although it said
  /// that it could not is not forgotten. Only one that nobody here knows is read.
  private void look() {
    for (String id : store.groups().openIds()) {
      if (!open.containsKey(id)) {
        own.attempt(
            "the reading of group " + id,
            () -> store.groups().readable(id).ifPresent(group -> open.put(id, group)));
      }
    }
    List.copyOf(open.keySet()).forEach(id -> own.execute(() -> advance(id)));
  }

  /// Takes a group. Handing the same in again is harmless.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what its members ask for, already checked, by name
  /// @return fails with [StoreException] where it could not be kept
  public CompletableFuture<GroupSubmission> submit(
      String id, GroupPlan plan, String document, Map<String, MemberRow> asked) {
    return own.ask(() -> {
      Optional<JobGroup> known = store.groups().find(id);
      if (known.isPresent()) {
        return known.get().plan().equals(plan) && same(store.groups().asked(id), asked)
            ? new GroupSubmission.Known(views.of(known.get()))
            : new GroupSubmission.Conflict(
                "there is another group with the id "
                    + id
                    + "; leave the id out, or choose another");
      }
      if (store.works().deleted(Work.group(id))) {
        return new GroupSubmission.Conflict(
            "the group "
                + id
                + " is deleted but not gone yet; bring it back, leave the id out, or choose another");
      }
      JobGroup group = JobGroup.submitted(id, plan, time.now().truncatedTo(ChronoUnit.MILLIS));
      store.groups().add(group, document, asked);
      open.put(id, group);
      own.execute(() -> advance(id));
      return new GroupSubmission.Accepted(views.of(group));
    });
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

  /// Ends a group: members that go on are cancelled, and no other begins. [#resume] takes it up
  /// again.
  ///
  /// @return the group afterwards; empty where there is none
  public CompletableFuture<Optional<GroupView>> stop(String id, String by) {
    return change(
        id,
        group ->
            switch (group.state()) {
              case GroupState.Pending _ -> group.in(over(new Outcome.Cancelled(by)));
              case GroupState.Running _ -> group.in(new GroupState.Stopping(by));
              case GroupState.Stopping _, GroupState.Done _ -> group;
            });
  }

  /// Goes on behind the last good step of a group that is over.
  ///
  /// @return the group afterwards, as it was where it goes on anyway; empty where there is none
  public CompletableFuture<Optional<GroupView>> resume(String id) {
    return change(id, group -> group.done() ? group.resumed() : group);
  }

  /// Asks for something else of a group that waits for its time.
  ///
  /// @param document from which it was read, without secrets
  /// @param asked what its members ask for, already checked, by name
  /// @return why not, in a sentence without a stop; empty where that is done
  public CompletableFuture<Optional<String>> edit(
      String id, GroupPlan plan, String document, Map<String, MemberRow> asked) {
    return own.ask(() -> waiting(id, group -> amend(group.asking(plan), document, asked)));
  }

  /// Keeps a group that waits from beginning, or lets it begin: one that is repeated, and whose
  /// time is over by then, at its next one.
  ///
  /// @return why not, in a sentence without a stop; empty where that is done
  public CompletableFuture<Optional<String>> switched(String id, boolean off) {
    return own.ask(() ->
        waiting(
            id,
            group -> {
              ObjectNode document = (ObjectNode) Json.mapper().readTree(document(id).orElseThrow());
              document.remove(ScheduleFields.DISABLED.path());
              if (off) {
                document.put(ScheduleFields.DISABLED.path(), true);
              }
              JobGroup switched = group.asking(group.plan().switched(off, time.now()));
              amend(switched, document.toString(), asked(id));
            }));
  }

  /// @param then is done where it waits
  private Optional<String> waiting(String id, Consumer<JobGroup> then) {
    if (open.get(id) instanceof JobGroup group && group.state() instanceof GroupState.Pending) {
      then.accept(group);
      return Optional.empty();
    }
    return Optional.of("it does not wait for its time any more");
  }

  private void amend(JobGroup group, String document, Map<String, MemberRow> asked) {
    store.groups().amend(group, document, asked);
    open.put(group.id(), group);
    advance(group.id());
  }

  private CompletableFuture<Optional<GroupView>> change(String id, UnaryOperator<JobGroup> change) {
    return own.ask(() -> {
      Optional<JobGroup> found =
          Optional.ofNullable(open.get(id)).or(() -> store.groups().find(id));
      found.ifPresent(group -> {
        JobGroup changed = change.apply(group);
        if (!changed.equals(group)) {
          store.groups().save(changed);
          open.put(id, changed);
          advance(id);
        }
      });
      return group(id);
    });
  }

  /// Deletes a group that is over: nobody sees it from then on but among those that are deleted,
  /// and [#restore] brings it back for a day. Its jobs and studies stay.
  ///
  /// @return why it cannot be, in a sentence without a stop; empty where that is done
  public CompletableFuture<Optional<String>> delete(String id) {
    return own.ask(() -> {
      if (open.containsKey(id)) {
        return Optional.of("it goes on");
      }
      store.works().delete(Work.group(id), clock.latest());
      return Optional.empty();
    });
  }

  /// Brings a group back that was deleted. Any thread; writes the store.
  ///
  /// @return the group; empty where there is none that can be brought back
  public Optional<GroupView> restore(String id) {
    return store.works().restore(Work.group(id)) ? group(id) : Optional.empty();
  }

  /// What the jobs, the studies and the members of groups ask for that are not over, by the ids
  /// that they have or will have. Any thread; reads the store.
  public Map<String, JobSpec> unfinished() {
    Map<String, JobSpec> unfinished = new LinkedHashMap<>(reads.unfinished());
    unfinished.putAll(studies.unfinished());
    for (JobGroup group : store.groups().open()) {
      store
          .groups()
          .asked(group.id())
          .forEach((name, row) -> {
            MemberState state = group.of(name);
            if (!state.settled()) {
              String id = group.memberId(name, Math.max(1, state.attempt()));
              unfinished.putIfAbsent(id, row.spec());
            }
          });
    }
    return unfinished;
  }

  /// The groups that are meant, newest first. Any thread; reads the store.
  ///
  /// @param behind only those behind this group; empty for all
  public List<GroupView> found(JobQuery query, Optional<String> behind, int limit) {
    List<JobGroup> groups = store.groups().found(query, behind, limit);
    List<String> jobs = groups.stream().flatMap(GroupViews::jobsOf).toList();
    return groups.stream().map(views.among(reads.jobs(jobs))::of).toList();
  }

  /// The ids of the groups that are meant, newest first. Any thread; reads the store.
  public List<String> ids(JobQuery query, int limit) {
    return store.groups().ids(query, limit);
  }

  /// What is asked of a group; empty where there is none. Any thread; reads the store.
  public Optional<GroupPlan> plan(String id) {
    return store.groups().find(id).map(JobGroup::plan);
  }

  /// The group of which a job or a study is a member; empty where it is of none. Any thread; reads
  /// the store.
  public Optional<GroupView> withMember(String begun) {
    return Optional.of(begun.indexOf('.'))
        .filter(dot -> dot > 0)
        .flatMap(dot -> group(begun.substring(0, dot)))
        .filter(group ->
            group.members().stream().anyMatch(one -> one.begun().equals(Optional.of(begun))));
  }

  /// One group. Any thread; reads the store.
  public Optional<GroupView> group(String id) {
    return store.groups().find(id).map(views::of);
  }

  /// The document from which a group was read, without secrets. Any thread; reads the store.
  public Optional<String> document(String id) {
    return store.groups().document(id);
  }

  /// A group so far as one HTML file; empty where there is none. Any thread; reads the store.
  public Optional<String> report(String id) {
    return store
        .groups()
        .find(id)
        .map(group ->
            GroupReport.html(
                group,
                results::summary,
                studies.results()::table,
                document(id).map(text -> JobYaml.write(Json.mapper().readTree(text))).orElse("")));
  }

  /// What the members of a group asked for, with their secrets, by name. Any thread; reads the
  /// store.
  public Map<String, MemberRow> asked(String id) {
    return store.groups().asked(id);
  }

  private void advance(String id) {
    try {
      if (open.get(id) instanceof JobGroup group) {
        step(group);
      }
    } catch (StoreException e) {
      LOG.debug("group {} waits for the store: {}", id, e.getMessage());
    }
  }

  private GroupState.Done over(Outcome outcome) {
    return new GroupState.Done(time.now().truncatedTo(ChronoUnit.MILLIS), outcome);
  }

  private void step(JobGroup group) {
    if (group.state() instanceof GroupState.Pending pending) {
      await(group, pending);
      return;
    }
    Optional<String> stop =
        group
            .plan()
            .timetable()
            .stops(time.now())
            .filter(_ -> group.state() instanceof GroupState.Running);
    goOn(stop.map(why -> group.in(new GroupState.Stopping(why))).orElse(group), group);
  }

  /// Looks whether a group's time has come.
  private void await(JobGroup group, GroupState.Pending state) {
    switch (group.plan().timetable().gate(time.now(), earlier(group))) {
      case Gate.Open _ -> begin(group, new GroupState.Running());
      case Gate.Waits(String reason) -> keep(group, group.in(state.because(reason)));
      case Gate.Skips(String reason) ->
          group
              .later(time.now(), reason)
              .ifPresentOrElse(this::postpone, () -> giveUp(group, reason));
      case Gate.Closed(String reason) -> giveUp(group, reason);
    }
  }

  private void giveUp(JobGroup group, String reason) {
    begin(group, over(new Outcome.Failed(reason)));
  }

  private void postpone(JobGroup later) {
    store.groups().postpone(later);
    open.put(later.id(), later);
  }

  /// A group of the same definition that goes on.
  private Optional<String> earlier(JobGroup group) {
    return open.values().stream()
        .filter(one -> !(one.state() instanceof GroupState.Pending))
        .filter(one -> one.definition().equals(group.definition()))
        .map(JobGroup::id)
        .findFirst();
  }

  /// Lets a group begin, or end without; the next one of those that are repeated is kept with it.
  /// It is numbered behind this one: of a group that is repeated for years there are thousands
  /// before, and the number of one that was deleted would name jobs that are there still.
  private void begin(JobGroup group, GroupState state) {
    int number = group.number() + 1;
    while (taken(group.definition() + "-" + number)) {
      number++;
    }
    Optional<JobGroup> next = group.next(number, time.now().truncatedTo(ChronoUnit.MILLIS));
    JobGroup begun = group.in(state);
    store.groups().begin(begun, next);
    open.put(begun.id(), begun);
    next.ifPresent(one -> open.put(one.id(), one));
    if (begun.done()) {
      open.remove(begun.id());
    } else {
      own.execute(() -> advance(begun.id()));
    }
  }

  private boolean taken(String id) {
    return store.groups().find(id).isPresent() || store.works().deleted(Work.group(id));
  }

  private void keep(JobGroup before, JobGroup next) {
    if (!next.equals(before)) {
      store.groups().save(next);
      open.put(next.id(), next);
    }
  }

  /// Looks how far the members are, keeps what follows from it, and then does it.
  ///
  /// @param kept what the store has
  private void goOn(JobGroup before, JobGroup kept) {
    JobGroup looked = before;
    for (Member member : before.plan().members()) {
      MemberState state = before.of(member.name());
      if (state.active()) {
        looked = looked.with(member.name(), looked(before, member, state));
      }
    }
    JobGroup next = GroupSteps.next(looked);
    Optional<Outcome> end = GroupSteps.end(next);
    if (end.isPresent()) {
      next = next.in(over(end.get()));
    }
    keep(kept, next);
    if (next.done()) {
      open.remove(next.id());
    }
    act(next);
  }

  /// Where a member is by the state of its job or its study.
  private MemberState looked(JobGroup group, Member member, MemberState state) {
    String id = group.memberId(member.name(), state.attempt());
    Found found = member.kind() == Kind.JOB ? job(id) : study(id);
    return switch (found) {
      case Found.Over(Judgement judgement, String reason) ->
          new MemberState.Ended(state.attempt(), judgement, reason);
      case Found.Going _ -> new MemberState.Going(state.attempt());
      case Found.Missing _ when state instanceof MemberState.Going ->
          new MemberState.Ended(state.attempt(), Judgement.INVALID, "it was deleted");
      case Found.Missing _
          when group.state() instanceof GroupState.Stopping && !submitting.contains(id) ->
          new MemberState.Waiting(state.attempt() - 1);
      case Found.Missing _ -> state;
    };
  }

  /// What there is of a member's job or study.
  private sealed interface Found {
    record Missing() implements Found {}

    record Going() implements Found {}

    record Over(Judgement judgement, String reason) implements Found {}
  }

  private Found job(String id) {
    Optional<JobState> state = store.jobs().state(id);
    if (state.isEmpty()) {
      return new Found.Missing();
    }
    if (!(state.get() instanceof JobState.Done(Instant _, Outcome outcome))) {
      return new Found.Going();
    }
    return store
        .runs()
        .result(id)
        .map(text -> Json.mapper().readValue(text, RunDocument.class))
        .map(RunJudgement::of)
        .<Found>map(run -> new Found.Over(run.judgement(), run.reason()))
        .orElseGet(() -> new Found.Over(Judgement.INVALID, outcome.reason()));
  }

  private Found study(String id) {
    Optional<StudyRow> row = store.studies().find(id);
    if (row.isEmpty()) {
      return new Found.Missing();
    }
    if (!row.get().study().done()) {
      return new Found.Going();
    }
    StudyJudgement judged = StudyJudgement.of(studies.results().summary(id).orElseThrow());
    return new Found.Over(judged.judgement(), judged.reason());
  }

  private void act(JobGroup group) {
    List<Member> begin = new ArrayList<>();
    for (Member member : group.plan().members()) {
      MemberState state = group.of(member.name());
      String id = group.memberId(member.name(), state.attempt());
      switch (state) {
        case MemberState.Starting _
            when group.state() instanceof GroupState.Running && !submitting.contains(id) ->
            begin.add(member);
        case MemberState.Going _ when group.state() instanceof GroupState.Stopping(String by) ->
            cancel(member, id, by);
        default -> {
          // It waits, goes on, or is over.
        }
      }
    }
    submit(group, begin);
  }

  private void cancel(Member member, String id, String by) {
    if (member.kind() == Kind.STUDY) {
      // A second time would hurry the end of its step.
      if (store
          .studies()
          .find(id)
          .filter(row -> !(row.study().state() instanceof StudyState.Stopping))
          .isPresent()) {
        studies.cancel(id, by);
      }
    } else if (store
        .jobs()
        .state(id)
        .filter(one -> !(one instanceof JobState.Stopping))
        .isPresent()) {
      coordinator.cancel(id, by);
    }
  }

  /// What the members ask for is read once for all that begin: two hundred may.
  private void submit(JobGroup group, List<Member> members) {
    if (members.isEmpty()) {
      return;
    }
    Map<String, MemberRow> asked = store.groups().asked(group.id());
    for (Member member : members) {
      Optional.ofNullable(asked.get(member.name())).ifPresent(row -> submit(group, member, row));
    }
  }

  private void submit(JobGroup group, Member member, MemberRow asked) {
    String id = group.memberId(member.name(), group.of(member.name()).attempt());
    submitting.add(id);
    CompletableFuture<Optional<String>> refused =
        member.kind() == Kind.STUDY
            ? studies
                .submit(id, asked.spec(), asked.plan(), asked.code())
                .thenApply(Groups::conflict)
            : coordinator
                .submit(id, asked.spec(), asked.code(), "group " + group.id())
                .thenApply(Groups::conflict);
    refused.whenComplete((sentence, failure) ->
        own.execute(() -> {
          submitting.remove(id);
          if (failure instanceof Throwable thrown) {
            LOG.debug("{} is handed in again with the next look", id, thrown);
          } else {
            submitted(group.id(), member.name(), sentence);
          }
        }));
  }

  private static Optional<String> conflict(Submission submission) {
    return submission instanceof Submission.Conflict(String sentence)
        ? Optional.of(sentence)
        : Optional.empty();
  }

  private static Optional<String> conflict(StudySubmission submission) {
    return submission instanceof StudySubmission.Conflict(String sentence)
        ? Optional.of(sentence)
        : Optional.empty();
  }

  /// Where it was taken, the look that follows finds that it goes on.
  private void submitted(String id, String member, Optional<String> conflict) {
    if (conflict.isPresent()
        && open.get(id) instanceof JobGroup group
        && group.of(member) instanceof MemberState.Starting(int attempt)) {
      JobGroup changed =
          group.with(member, new MemberState.Ended(attempt, Judgement.NEVER_BEGAN, conflict.get()));
      store.groups().save(changed);
      open.put(id, changed);
    }
    advanceSoon(id);
  }

  /// Looks at a group after everything that has been heard by now, so that two hundred members that
  /// begin are not looked at two hundred times.
  private void advanceSoon(String id) {
    own.soon("group " + id, () -> advance(id));
  }

  /// Looks no more; the groups go on with the next server on this store.
  @Override
  public void close() {
    own.close();
  }
}
