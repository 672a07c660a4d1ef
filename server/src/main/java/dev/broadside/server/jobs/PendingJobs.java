package dev.broadside.server.jobs;

import dev.broadside.core.calendar.WrittenMoment;
import dev.broadside.core.input.Filing;
import dev.broadside.core.input.ScheduleFields;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.Counted;
import dev.broadside.core.time.Time;
import dev.broadside.server.feed.JobLog;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.schedule.Occupancy;
import dev.broadside.server.schedule.Placement;
import dev.broadside.server.schedule.Scheduler;
import dev.broadside.server.schedule.Scheduler.Decision;
import dev.broadside.server.schedule.Scheduler.Scene;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.targets.TargetUse;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.Serial;
import dev.broadside.server.threads.StoreThread;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The jobs that wait to begin: takes them, begins them on their agents when they can, and says
/// until then why they wait.
///
/// Belongs to the coordinator's thread.
final class PendingJobs {
  private static final Logger LOG = LoggerFactory.getLogger(PendingJobs.class);

  private final ResultStore store;
  private final StoreThread storeThread;
  private final Targets targets;
  private final AgentRoster roster;
  private final PlacedJobs runs;
  private final Dispatcher dispatcher;
  private final Publisher publisher;
  private final Serial own;
  private final Time time;
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();

  /// The jobs whose new reasons to wait are to be stored.
  private final List<Waiting> unkept = new ArrayList<>();

  /// Whether the store may hold jobs that are unknown here, as it said that one could not be kept.
  private boolean doubtful;

  /// One job that waits.
  private static final class Waiting {
    private JobRow row;
    private Optional<StopRequest> asked = Optional.empty();

    /// How many later jobs have begun on agents that it waits for; from 0 again after a restart.
    private int passed;

    /// The agents on which it begins as soon as the store has that.
    private List<String> reserved = List.of();

    /// Whether its next state is being kept.
    private boolean keeping;

    /// Whether a reason to wait is being kept.
    private boolean writing;

    Waiting(JobRow row) {
      this.row = row;
    }

    /// The time left until its start, as it was shown last.
    private String countdown = "";

    JobRow shown() {
      return asked
          .filter(StopRequest::unrecorded)
          .map(stop -> row.with(row.job().after(new JobEvent.Waits(stop.sentence()), stop.at())))
          .orElseGet(this::counted);
    }

    /// The countdown is no step of the job's history.
    private JobRow counted() {
      Job job = row.job();
      String reason = job.state() instanceof JobState.Pending(String why) ? why : "";
      return countdown.isEmpty()
          ? row
          : row.with(
              new Job(
                  job.id(),
                  job.spec(),
                  new JobState.Pending(reason + countdown),
                  job.history(),
                  job.submittedAt()));
    }

    /// Counts down to its start.
    ///
    /// @return whether the countdown has changed
    boolean counts(Instant now) {
      JobSpec spec = row.job().spec();
      boolean waits =
          spec.startAt().filter(now::isBefore).isPresent()
              && row.job().state().equals(new JobState.Pending(Timetable.of(spec).begins()));
      String before = countdown;
      countdown =
          waits
              ? ", in "
                  + WrittenMoment.distance(Duration.between(now, spec.startAt().orElseThrow()))
              : "";
      return !countdown.equals(before);
    }
  }

  /// What the store has for a job that was submitted.
  private sealed interface Kept {
    record New(JobRow row) implements Kept {}

    record Known(JobRow row) implements Kept {}

    record Deleted(String id) implements Kept {}
  }

  /// @param own the coordinator's thread
  PendingJobs(
      ResultStore store,
      StoreThread storeThread,
      Targets targets,
      AgentRoster roster,
      PlacedJobs runs,
      Dispatcher dispatcher,
      Publisher publisher,
      Serial own) {
    this.store = store;
    this.storeThread = storeThread;
    this.targets = targets;
    this.roster = roster;
    this.runs = runs;
    this.dispatcher = dispatcher;
    this.publisher = publisher;
    this.own = own;
    this.time = own.time();
  }

  /// Takes up a job that waits, as the store has it.
  void takeUp(JobRow row) {
    waiting.putIfAbsent(row.job().id(), new Waiting(row));
  }

  boolean holds(String id) {
    return waiting.containsKey(id);
  }

  /// A job as it is now, also one that has begun since; empty if it neither waits nor goes on, nor
  /// has an agent that holds something of it.
  Optional<JobView> view(String id) {
    return runs.find(id)
        .map(JobViews::of)
        .or(() -> Optional.ofNullable(waiting.get(id)).map(job -> JobViews.of(job.shown())));
  }

  /// A job is in another folder, or has other tags.
  void filed(String id, Filing filing) {
    if (waiting.get(id) instanceof Waiting job) {
      job.row = job.row.with(filing);
      publisher.state(job.shown());
    }
    publisher.listChanged();
  }

  /// Changes what is asked of a job that waits.
  ///
  /// @param change makes the new specification
  /// @param code empty if it stays
  /// @param why for its history
  /// @return why it cannot be changed, in a sentence without a stop; empty when it is. Fails with
  ///   [StoreException] if the change could not be stored
  CompletableFuture<Optional<String>> amend(
      String id, UnaryOperator<JobSpec> change, Optional<JobCode> code, String why) {
    Waiting job = waiting.get(id);
    if (job == null) {
      return CompletableFuture.completedFuture(Optional.of("it does not wait any more"));
    }
    if (job.keeping || job.asked.isPresent()) {
      return CompletableFuture.completedFuture(Optional.of("it is just beginning or ending"));
    }
    CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
    JobSpec asked = job.row.filing().in(job.row.job().spec());
    amend(job, change.apply(asked), code.orElse(job.row.code()), why, answer);
    return answer;
  }

  private void amend(
      Waiting waits,
      JobSpec spec,
      JobCode code,
      String why,
      CompletableFuture<Optional<String>> answer) {
    Job job = waits.row.job().after(new JobEvent.Waits(why), time.now()).with(spec);
    waits.keeping = true;
    storeThread.keep(
        () -> store.jobs.amend(job, code),
        () -> {
          waits.keeping = false;
          waits.row = JobRow.asked(job, code);
          waits.counts(time.now());
          publisher.state(waits.shown());
          // The answer says what it waits for now.
          schedule();
          answer.complete(Optional.empty());
        },
        e -> {
          putOff(waits, e);
          answer.completeExceptionally(e);
        });
  }

  /// Takes a job. The answer fails with [StoreException] if it could not be kept.
  ///
  /// @param by who submits it
  CompletableFuture<Submission> submit(String id, JobSpec spec, JobCode code, String by) {
    CompletableFuture<Submission> answer = new CompletableFuture<>();
    Job job = Job.submitted(id, spec, time.now().truncatedTo(ChronoUnit.MILLIS));
    storeThread.ask(
        () -> keep(job, code),
        kept -> answer.complete(submitted(spec, kept, by)),
        e -> {
          doubtful = true;
          answer.completeExceptionally(e);
        });
    return answer;
  }

  /// On the store's thread.
  private Kept keep(Job job, JobCode code) {
    Optional<JobRow> known = store.jobs.find(job.id());
    if (known.isPresent()) {
      return new Kept.Known(known.get());
    }
    if (store.jobs.deleted(job.id())) {
      return new Kept.Deleted(job.id());
    }
    store.jobs.add(job, code);
    return new Kept.New(JobRow.asked(job, code));
  }

  private Submission submitted(JobSpec spec, Kept kept, String by) {
    return switch (kept) {
      case Kept.New(JobRow row) -> {
        JobLog.submitted(row.job(), by);
        takeUp(row);
        publisher.state(row);
        schedule();
        yield new Submission.Accepted(view(row.job().id()).orElseGet(() -> JobViews.of(row)));
      }
      case Kept.Known(JobRow row) when row.job().spec().sameButSecrets(spec) -> {
        takeUpForgotten(row);
        yield new Submission.Known(view(row.job().id()).orElseGet(() -> JobViews.of(row)));
      }
      case Kept.Deleted(String id) ->
          new Submission.Conflict(
              "the job "
                  + id
                  + " is deleted but not gone yet; bring it back, leave the id out, or choose"
                  + " another");
      case Kept.Known(JobRow row) ->
          new Submission.Conflict(
              "there is another job with the id "
                  + row.job().id()
                  + "; leave the id out, or choose another");
    };
  }

  /// A job that the store took although it said that it could not: it may be submitted again, and
  /// in any case it must not wait for ever.
  private void takeUpForgotten(JobRow row) {
    boolean forgotten =
        row.job().state() instanceof JobState.Pending
            && !waiting.containsKey(row.job().id())
            && !runs.holds(row.job().id());
    if (forgotten) {
      takeUp(row);
      publisher.state(row);
      schedule();
    }
  }

  /// Ends a job that never began; it does not begin from now on, even while the store cannot keep
  /// that. Empty if no such job waits.
  Optional<StopRequest> cancel(String id, String by) {
    return Optional.ofNullable(waiting.get(id))
        .map(job -> {
          StopRequest asked = job.asked.orElseGet(() -> StopRequest.by(by, time.now()));
          job.asked = Optional.of(asked);
          endIfAsked(job);
          return asked;
        });
  }

  /// Says that a job's end is not recorded, if somebody waits to hear that.
  void unrecorded(String id) {
    if (waiting.get(id) instanceof Waiting job
        && job.asked.filter(StopRequest::putOff).isPresent()) {
      publisher.state(job.shown());
    }
  }

  private void endIfAsked(Waiting job) {
    if (!job.keeping) {
      job.asked.ifPresent(asked -> end(job, asked.appliedTo(job.row.job()), Optional.empty()));
    }
  }

  /// @param next the specification of its next repetition, if there is one
  private void end(Waiting job, Job done, Optional<JobSpec> next) {
    job.keeping = true;
    JobCode code = job.row.code();
    storeThread.ask(
        () -> store.jobs.end(done, next, code),
        follows -> {
          follow(follows, code);
          waiting.remove(done.id());
          JobLog.moved(job.row.with(done));
          publisher.state(job.row.with(done));
          job.asked.ifPresent(asked -> asked.recorded().complete(true));
        },
        e -> putOff(job, e));
  }

  private void follow(Optional<Job> follows, JobCode code) {
    follows
        .filter(job -> !waiting.containsKey(job.id()))
        .ifPresent(job -> {
          JobRow row = JobRow.asked(job, code);
          JobLog.submitted(job, "its repetition");
          takeUp(row);
          publisher.state(row);
          own.execute(this::schedule);
        });
  }

  private void putOff(Waiting job, RuntimeException cause) {
    job.keeping = false;
    job.reserved = List.of();
    unrecorded(job.row.job().id());
    LOG.debug("job {} is put off until the store works again", job.row.job().id(), cause);
  }

  /// Tries again what could not be kept.
  void tick() {
    List.copyOf(waiting.values()).forEach(this::endIfAsked);
    schedule();
    waiting.values().stream()
        .filter(job -> job.counts(time.now()))
        .forEach(job -> publisher.state(job.shown()));
    if (doubtful) {
      doubtful = false;
      storeThread.ask(
          () -> store.jobs.open(time.now()),
          rows -> rows.forEach(this::takeUpForgotten),
          _ -> doubtful = true);
    }
  }

  /// What agents can take has changed: an agent came, went, was drained or renamed.
  void agentsChanged() {
    schedule();
    publisher.tick(runs);
  }

  /// Begins what can begin. If that fails, it is logged, and the caller goes on.
  void schedule() {
    own.attempt("the scheduling of jobs", this::decide);
  }

  private void decide() {
    List<Scheduler.Waiting> candidates =
        waiting.values().stream()
            .filter(job -> !job.keeping && job.asked.isEmpty())
            .map(job -> new Scheduler.Waiting(job.row.job().id(), job.row.job().spec(), job.passed))
            .toList();
    if (candidates.isEmpty()) {
      return;
    }
    for (Decision decision :
        Scheduler.decide(
            candidates,
            new Scene(roster.offers(), occupancy(), runs.going(), targetUse()),
            time.now())) {
      if (waiting.get(decision.jobId()) instanceof Waiting job) {
        own.attempt("the scheduling of job " + decision.jobId(), () -> carryOut(job, decision));
      }
    }
    keepReasons();
  }

  private Occupancy occupancy() {
    Occupancy occupancy = runs.occupancy();
    waiting.forEach((id, job) ->
        job.reserved.forEach(agent -> occupancy.take(agent, id, job.row.job().spec())));
    return occupancy;
  }

  /// The job that is about to begin on an agent, if any.
  Optional<String> about(String agent) {
    return waiting.values().stream()
        .filter(job -> !job.reserved.isEmpty())
        .filter(job -> job.reserved.contains(agent) || roster.watchers().contains(agent))
        .map(job -> job.row.job().id())
        .findFirst();
  }

  private TargetUse targetUse() {
    TargetUse use = new TargetUse(targets::find, targets.only());
    runs.atWork().forEach(use::take);
    waiting.forEach((id, job) -> {
      if (!job.reserved.isEmpty()) {
        use.take(id, job.row.job().spec());
      }
    });
    return use;
  }

  private void carryOut(Waiting job, Decision decision) {
    switch (decision) {
      case Decision.Begin(String _, List<String> agents, Set<String> passes) -> {
        begin(job, agents);
        passes.stream()
            .flatMap(id -> Stream.ofNullable(waiting.get(id)))
            .forEach(earlier -> earlier.passed++);
      }
      case Decision.Wait(String _, String reason) -> wait(job, reason);
      case Decision.Skip(String _, String reason) -> skip(job, reason);
      case Decision.GiveUp(String _, String reason) -> giveUp(job, reason);
    }
  }

  /// Waits for the next time instead; after the last one the job ends.
  private void skip(Waiting job, String reason) {
    ScheduleFields.repeated(job.row.filing().in(job.row.job().spec()), time.now())
        .ifPresentOrElse(
            spec -> amend(job, spec, job.row.code(), reason, new CompletableFuture<>()),
            () -> giveUp(job, reason));
  }

  private void giveUp(Waiting job, String reason) {
    Job done = job.row.job().after(new JobEvent.Broke(reason, Optional.empty()), time.now());
    end(job, done, next(job));
  }

  private Optional<JobSpec> next(Waiting job) {
    JobSpec asked = job.row.filing().in(job.row.job().spec());
    return ScheduleFields.next(job.row.job().id(), asked, time.now());
  }

  /// A reason to wait is written once at a time: if it is not kept it follows anew from the states.
  private void wait(Waiting waits, String reason) {
    Job job = waits.row.job().after(new JobEvent.Waits(reason), time.now());
    if (!job.equals(waits.row.job())) {
      waits.row = waits.row.with(job);
      waits.counts(time.now());
      publisher.state(waits.shown());
      if (!waits.writing) {
        waits.writing = true;
        unkept.add(waits);
      }
    }
  }

  /// All together: when a job begins, each of the hundreds that wait for its agents has another
  /// reason, and a transaction for each would hold up the jobs that go on.
  private void keepReasons() {
    if (unkept.isEmpty()) {
      return;
    }
    List<Waiting> told = List.copyOf(unkept);
    List<Job> jobs = told.stream().map(waits -> waits.row.job()).toList();
    unkept.clear();
    storeThread.keep(
        () -> store.jobs.save(jobs),
        () -> told.forEach(waits -> waits.writing = false),
        e -> {
          told.forEach(waits -> waits.writing = false);
          LOG.debug("why {} wait is not kept", Counted.of(jobs.size(), "job"), e);
        });
  }

  private void begin(Waiting begins, List<String> agents) {
    JobSpec spec = targets.aimed(begins.row.job().spec());
    List<ShareRow> shares = Placement.place(spec, agents, roster.watchers());
    Job job = begins.row.job().with(spec).after(new JobEvent.Placed(), time.now());
    begins.keeping = true;
    begins.reserved = agents;
    Optional<JobSpec> next = next(begins);
    JobCode code = begins.row.code();
    storeThread.ask(
        () -> store.jobs.place(job, shares, next, code),
        follows -> {
          follow(follows, code);
          waiting.remove(job.id());
          dispatcher.begin(begins.row.with(job).with(shares), begins.asked);
        },
        e -> putOff(begins, e));
  }
}
