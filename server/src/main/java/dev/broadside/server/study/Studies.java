package dev.broadside.server.study;

import static java.util.stream.Collectors.toMap;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Settings;
import dev.broadside.core.report.study.StudyTable;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.study.Study;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.core.study.StudyState;
import dev.broadside.core.study.StudySteps;
import dev.broadside.core.study.StudySteps.Next;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.server.jobs.Coordinator;
import dev.broadside.server.jobs.JobReads;
import dev.broadside.server.jobs.Submission;
import dev.broadside.server.results.Results;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.Wholes;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.StudyRow;
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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs studies, each step as an ordinary job of the coordinator, one after another.
///
/// A study is kept before anything is done for it, and where it stands follows from the kept states
/// of its steps' jobs; so a restart of the server loses nothing, and no step runs twice.
///
/// One executor changes studies; everybody else reads the store.
public final class Studies implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Studies.class);
  private static final Duration LOOK = Duration.ofMillis(500);

  private final ResultStore store;
  private final Coordinator coordinator;
  private final JobReads reads;
  private final Results results;
  private final TrustedClock clock;
  private final Time time;
  private final Serial own;
  private final StudyViews views;
  private final Map<String, Going> open = new LinkedHashMap<>();
  private final Set<String> submitting = new HashSet<>();

  /// Whether the store may hold studies that nobody here knows: one could not be kept, as it said.
  private boolean doubtful;

  /// A study that is not over.
  private static final class Going {
    private Study study;
    private int position;

    Going(Study study) {
      this.study = study;
    }
  }

  /// @param own runs one thing after another
  public Studies(
      ResultStore store,
      Coordinator coordinator,
      JobReads reads,
      Results results,
      TrustedClock clock,
      Time time,
      Executor own) {
    this.store = store;
    this.coordinator = coordinator;
    this.reads = reads;
    this.results = results;
    this.clock = clock;
    this.time = time;
    this.own = new Serial(own, time);
    this.views = new StudyViews(id -> Optional.ofNullable(reads.jobs(Set.of(id)).get(id)));
  }

  /// Takes up the studies that were going on. After the coordinator has started.
  public void start() {
    store.studies().open().forEach(row -> open.put(row.study().id(), new Going(row.study())));
    own.repeat("the look at the studies", LOOK, this::look);
  }

  private void look() {
    if (doubtful) {
      takeUpDoubtful();
    }
    List.copyOf(open.keySet()).forEach(id -> own.execute(() -> lookAt(id)));
  }

  /// Takes a study. Handing the same in again is harmless.
  ///
  /// @param spec what the steps have in common, already checked against the job class's parameters
  /// @return fails with [StoreException] where it could not be kept
  public CompletableFuture<StudySubmission> submit(
      String id, JobSpec spec, StudyPlan plan, JobCode code) {
    return own.ask(() -> {
      Optional<StudyRow> known = store.studies().find(id);
      if (known.isPresent()) {
        takeUp(known.get().study());
        return known.get().study().asksFor(spec, plan)
            ? new StudySubmission.Known(shown(known.get()))
            : new StudySubmission.Conflict(
                "there is another study with the id "
                    + id
                    + "; leave the id out, or choose another");
      }
      if (store.works().deleted(Work.study(id))) {
        return new StudySubmission.Conflict(
            "the study "
                + id
                + " is deleted but not gone yet; bring it back, leave the id out, or choose another");
      }
      Study study = Study.submitted(id, spec, plan, time.now().truncatedTo(ChronoUnit.MILLIS));
      StudyRow row = new StudyRow(study, code);
      add(row);
      open.put(id, new Going(study));
      own.execute(() -> lookAt(id));
      return new StudySubmission.Accepted(shown(row));
    });
  }

  private void add(StudyRow row) {
    try {
      store.studies().add(row);
    } catch (StoreException e) {
      doubtful = true;
      throw e;
    }
  }

  private void takeUpDoubtful() {
    try {
      store.studies().open().forEach(row -> takeUp(row.study()));
      doubtful = false;
    } catch (StoreException e) {
      LOG.debug("studies are looked for again when the store answers", e);
    }
  }

  /// A study that the store took although it said that it could not is not forgotten.
  private void takeUp(Study study) {
    if (!(study.state() instanceof StudyState.Done)) {
      open.putIfAbsent(study.id(), new Going(study));
    }
  }

  private void lookAt(String id) {
    if (open.get(id) instanceof Going going) {
      advance(going);
    }
  }

  /// Ends a study: its present step is cancelled, and no other begins. A second time hurries the
  /// step's end.
  ///
  /// @return the study afterwards; empty where there is none
  public CompletableFuture<Optional<StudyView>> cancel(String id, String by) {
    return change(
        id,
        going -> {
          if (going.study.state() instanceof StudyState.Stopping
              && going.position < going.study.points().size()) {
            coordinator.cancel(going.study.stepId(going.position), by);
            return going.study;
          }
          return going.study.in(new StudyState.Stopping(by));
        });
  }

  /// Lets no other step begin; the present one goes on.
  public CompletableFuture<Optional<StudyView>> pause(String id) {
    return change(
        id,
        going ->
            going.study.state() instanceof StudyState.Running
                ? going.study.in(new StudyState.Paused())
                : going.study);
  }

  /// Goes on after a pause.
  public CompletableFuture<Optional<StudyView>> resume(String id) {
    return change(
        id,
        going ->
            going.study.state() instanceof StudyState.Paused
                ? going.study.in(new StudyState.Running())
                : going.study);
  }

  /// Deletes a study that is over: nobody sees it from then on but among those that are deleted,
  /// and [#restore] brings it back for a day. Its steps are not touched.
  ///
  /// @return why it cannot be, in a sentence without a stop; empty where that is done
  public CompletableFuture<Optional<String>> delete(String id) {
    return own.ask(() -> {
      if (open.containsKey(id)) {
        return Optional.of("it goes on");
      }
      Optional<String> needed = new Wholes(store).needing(id);
      if (needed.isEmpty()) {
        store.works().delete(Work.study(id), clock.latest());
      }
      return needed;
    });
  }

  /// Brings a study back that was deleted. Any thread; writes the store.
  ///
  /// @return the study; empty where there is none that can be brought back
  public Optional<StudyView> restore(String id) {
    return store.works().restore(Work.study(id)) ? study(id) : Optional.empty();
  }

  private CompletableFuture<Optional<StudyView>> change(String id, Function<Going, Study> change) {
    return own.ask(() -> {
      if (open.get(id) instanceof Going going) {
        keep(going, change.apply(going));
        advance(going);
      }
      return study(id);
    });
  }

  /// What the studies ask for that are not over, by id. Any thread; reads the store.
  public Map<String, JobSpec> unfinished() {
    return store.studies().open().stream()
        .map(StudyRow::study)
        .collect(toMap(Study::id, Study::spec));
  }

  /// The studies that are meant, newest first. Any thread; reads the store.
  ///
  /// @param behind only those behind this study; empty for all
  public List<StudyView> found(JobQuery query, Optional<String> behind, int limit) {
    return shown(store.studies().found(query, behind, limit));
  }

  /// Asks for the jobs of all their steps at once.
  private List<StudyView> shown(List<StudyRow> rows) {
    List<String> jobs = rows.stream().flatMap(StudyViews::jobsOf).toList();
    return rows.stream().map(views.among(reads.jobs(jobs))::of).toList();
  }

  private StudyView shown(StudyRow row) {
    return shown(List.of(row)).getFirst();
  }

  /// The ids of the studies that are meant, newest first. Any thread; reads the store.
  public List<String> ids(JobQuery query, int limit) {
    return store.studies().ids(query, limit);
  }

  /// One study. Any thread; reads the store.
  public Optional<StudyView> study(String id) {
    return store.studies().find(id).map(this::shown);
  }

  /// What was asked of a study. Any thread; reads the store.
  public Optional<Study> asked(String id) {
    return store.studies().find(id).map(StudyRow::study);
  }

  /// The results of studies. Any thread.
  public StudyResults results() {
    return new StudyResults(store, results, views);
  }

  private void advance(Going going) {
    try {
      while (step(going)) {}
    } catch (StoreException e) {
      LOG.debug("study {} waits for the store: {}", going.study.id(), e.getMessage());
    }
  }

  /// Takes one step; false where there is nothing more to do now.
  private boolean step(Going going) {
    Study study = going.study;
    boolean over = going.position >= study.points().size();
    String stepId = over ? "" : study.stepId(going.position);
    if (submitting.contains(stepId)) {
      return false;
    }
    Optional<JobState> job = over ? Optional.empty() : store.jobs().state(stepId);
    return switch (StudySteps.next(study, going.position, job)) {
      case Next.Wait _ -> false;
      case Next.Advance _ -> {
        going.position++;
        yield true;
      }
      case Next.Submit _ -> {
        submit(going, stepId);
        yield false;
      }
      case Next.Cancel(String by) -> {
        coordinator.cancel(stepId, by);
        yield false;
      }
      case Next.Choose _ -> choose(going);
      case Next.End(Outcome outcome) -> {
        end(going, outcome);
        yield false;
      }
    };
  }

  /// Lets a search choose its next step, which is kept before it is handed in.
  private boolean choose(Going going) {
    Study study = going.study;
    Optional<StudyPoint> next =
        study.plan().next(StudyTable.measured(results().summary(study.id()).orElseThrow()));
    next.ifPresentOrElse(
        point -> keep(going, study.and(point)), () -> end(going, new Outcome.Completed()));
    return next.isPresent();
  }

  /// When the step before this one was over.
  private Optional<Instant> previousEnd(Study study, int position) {
    return Optional.of(position)
        .filter(at -> at > 0)
        .flatMap(at -> store.jobs().state(study.stepId(at - 1)))
        .flatMap(job ->
            job instanceof JobState.Done(Instant endedAt, Outcome _)
                ? Optional.of(endedAt)
                : Optional.empty());
  }

  private void submit(Going going, String stepId) {
    JobCode code = store.studies().find(going.study.id()).orElseThrow().code();
    JobSpec spec =
        quiet(going.study.stepSpec(going.position, previousEnd(going.study, going.position)));
    submitting.add(stepId);
    coordinator
        .submit(stepId, spec, code, "study " + going.study.id())
        .whenComplete((submission, failure) ->
            own.execute(() -> {
              submitting.remove(stepId);
              if (submission instanceof Submission.Conflict(String sentence)) {
                end(going, new Outcome.Failed(sentence));
              } else if (failure instanceof Throwable thrown) {
                LOG.debug("job {} is handed in again with the next look", stepId, thrown);
              }
            }));
  }

  /// Who is told of a study is not told of each of its steps.
  private static JobSpec quiet(JobSpec spec) {
    Map<String, String> given = new LinkedHashMap<>(spec.settings().given());
    given.remove(JobDocument.NOTIFY.declared().name());
    return spec.withSettings(new Settings(given));
  }

  private void end(Going going, Outcome outcome) {
    Study done =
        going.study.in(new StudyState.Done(time.now().truncatedTo(ChronoUnit.MILLIS), outcome));
    keep(going, done);
    open.remove(done.id());
  }

  private void keep(Going going, Study study) {
    if (!study.equals(going.study)) {
      store.studies().save(study);
      going.study = study;
    }
  }

  /// Looks no more; the studies go on with the next server on this store.
  @Override
  public void close() {
    own.close();
  }
}
