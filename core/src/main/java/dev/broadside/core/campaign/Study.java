package dev.broadside.core.campaign;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Settings;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// One job run several times at different places, one run after another: its plan generates its
/// members, which are its steps.
///
/// @param title the job class's
/// @param spec what its steps have in common
/// @param plan what is measured
/// @param points where its steps lie, in the order in which they run; of a search, those that it
///   has chosen so far
/// @param members its steps, by what [#stepName] calls them
public record Study(
    String id,
    String title,
    JobSpec spec,
    StudyPlan plan,
    List<StudyPoint> points,
    CampaignState state,
    Map<String, MemberState> members,
    Instant submittedAt)
    implements Campaign {
  /// Room for what a step's id adds to the study's.
  public static final int MAX_ID = Bounds.MAX_NAME - 10;

  public Study {
    Bounds.name(id, "the study's id");
    requireNonNull(state);
    points = List.copyOf(points);
    members = Map.copyOf(members);
    if (id.length() > MAX_ID) {
      throw new IllegalArgumentException("the study's id is longer than " + MAX_ID);
    }
    if (plan.size() > StudyPlan.MAX_STEPS) {
      throw new IllegalArgumentException("a study has at most " + StudyPlan.MAX_STEPS + " steps");
    }
  }

  /// A study that has just been submitted.
  public static Study submitted(String id, String title, JobSpec spec, StudyPlan plan, Instant at) {
    List<StudyPoint> points = plan.points(spec.seed());
    Study study =
        new Study(id, title, spec, plan, points, new CampaignState.Running(), Map.of(), at);
    Map<String, MemberState> waiting = new HashMap<>();
    for (int i = 0; i < points.size(); i++) {
      waiting.put(study.stepName(i), new MemberState.Waiting(0));
    }
    return study.with(waiting);
  }

  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public String definition() {
    return JobDocument.definition(id, spec);
  }

  @Override
  public List<Subscription> subscriptions() {
    return JobDocument.NOTIFY.in(spec);
  }

  @Override
  public List<String> names() {
    return IntStream.range(0, points.size()).mapToObj(this::stepName).toList();
  }

  /// The rate at which a step of a search measures; empty if no knee is searched for.
  public Optional<Double> searchedRate(String step) {
    return plan.knee()
        .map(_ -> points.get(names().indexOf(step)).at().get(StudyAxis.RATE))
        .map(Double::parseDouble);
  }

  /// The name of a step within the study.
  public String stepName(int position) {
    return plan.ladder()
        ? "t" + points.get(position).at().get(StudyAxis.THREADS)
        : "s" + (position + 1);
  }

  /// The id of a step's job.
  public String stepId(int position) {
    return memberId(stepName(position), 1);
  }

  @Override
  public String memberId(String member, int attempt) {
    return id + "-" + member;
  }

  /// Its table and its search need the results of all its steps.
  @Override
  public boolean needs(String begun) {
    return !done() && members.keySet().stream().anyMatch(step -> begun.equals(memberId(step, 1)));
  }

  /// How many load threads of each agent a step has.
  public int threadsPerAgent(int position) {
    return points.get(position).of(spec).threadsPerAgent();
  }

  /// What a step's job is asked for.
  public JobSpec stepSpec(int position) {
    StudyPoint point = points.get(position);
    return point.of(spec).withSeed(seed(point));
  }

  /// That of the study in its first round, so that places are compared by the same draws. Each
  /// further round and each rate of a search has one of its own, the same at all places: a
  /// measurement that repeats the draws of another tells nothing new, and is wrong with it.
  private long seed(StudyPoint point) {
    String rate = plan.knee().isPresent() ? point.at().get(StudyAxis.RATE) : "0";
    long which = Double.doubleToLongBits(Double.parseDouble(rate)) + point.repeat() - 1;
    return which == 0
        ? spec.seed()
        : new SplittableRandom(spec.seed() ^ new SplittableRandom(which).nextLong()).nextLong();
  }

  /// What a step's job is asked for on a server: to begin after the time for which the system is
  /// left alone, and to notify nobody, since notices tell of the study as a whole.
  ///
  /// @param endedAt when the step before it was over; empty of the first step
  public JobSpec stepSpec(int position, Optional<Instant> endedAt) {
    Map<String, String> given = new LinkedHashMap<>(spec.settings().given());
    given.remove(JobDocument.NOTIFY.declared().name());
    JobSpec step = stepSpec(position).withSettings(new Settings(given));
    return plan.settleMillis() == 0 || endedAt.isEmpty()
        ? step
        : step.notBefore(endedAt.get().plus(Duration.ofMillis(plan.settleMillis())));
  }

  @Override
  public boolean plansLike(Campaign other) {
    return other instanceof Study study
        && spec.sameButSecrets(study.spec)
        && plan.equals(study.plan);
  }

  /// One step after another, each once the one before it has completed. Once all of them have, a
  /// search chooses another one by what they have measured.
  @Override
  public Study next() {
    if (!(state instanceof CampaignState.Running) || active() || failed().isPresent()) {
      return this;
    }
    Study chosen =
        ended() < points.size() ? this : plan.next(measured()).map(this::and).orElse(this);
    int position = ended();
    return position < chosen.points.size()
        ? chosen.with(chosen.stepName(position), new MemberState.Starting(1))
        : this;
  }

  /// A step that did not complete ends the study: what would follow it could not be believed.
  @Override
  public Optional<Outcome> end() {
    if (active() || failed().isPresent()) {
      return failed();
    }
    if (state instanceof CampaignState.Stopping(String by)) {
      return Optional.of(new Outcome.Cancelled(by));
    }
    return ended() == points.size() && plan.next(measured()).isEmpty()
        ? Optional.of(new Outcome.Completed())
        : Optional.empty();
  }

  /// How many steps are over: those before the present one.
  private int ended() {
    return (int) members.values().stream().filter(MemberState.Ended.class::isInstance).count();
  }

  /// How the study ends because of a step that did not complete, if there is one.
  private Optional<Outcome> failed() {
    for (int i = 0; i < points.size(); i++) {
      if (of(stepName(i)) instanceof MemberState.Ended ended
          && !(ended.outcome() instanceof Outcome.Completed)) {
        return Optional.of(failed("at " + points.get(i).words() + ": ", ended.outcome()));
      }
    }
    return Optional.empty();
  }

  private static Outcome failed(String where, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed _, Outcome.Cancelled _ -> outcome;
      case Outcome.Failed(String reason, var refused) ->
          new Outcome.Failed(where + reason, refused);
      case Outcome.Lost(String reason) -> new Outcome.Lost(where + reason);
    };
  }

  /// What the steps of a search have measured, in the order in which they ran.
  private List<StudyPlan.Measured> measured() {
    List<StudyPlan.Measured> measured = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      StudyPoint point = points.get(i);
      if (of(stepName(i)) instanceof MemberState.Ended ended) {
        ended.trial().ifPresent(one -> measured.add(new StudyPlan.Measured(point, one)));
      }
    }
    return measured;
  }

  @Override
  public Study in(CampaignState other) {
    return new Study(id, title, spec, plan, points, other, members, submittedAt);
  }

  @Override
  public Study with(String step, MemberState other) {
    Map<String, MemberState> changed = new HashMap<>(members);
    changed.put(step, other);
    return with(changed);
  }

  private Study with(Map<String, MemberState> other) {
    return new Study(id, title, spec, plan, points, state, other, submittedAt);
  }

  @Override
  public Study resumed() {
    return state instanceof CampaignState.Paused ? in(new CampaignState.Running()) : this;
  }

  /// The study with other secrets.
  public Study with(JobSpec other) {
    return new Study(id, title, other, plan, points, state, members, submittedAt);
  }

  /// The study with a step more.
  public Study and(StudyPoint point) {
    List<StudyPoint> more = new ArrayList<>(points);
    more.add(point);
    Study longer = new Study(id, title, spec, plan, more, state, members, submittedAt);
    return longer.with(longer.stepName(points.size()), new MemberState.Waiting(0));
  }
}
