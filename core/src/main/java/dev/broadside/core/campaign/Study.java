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

/// One job that runs several times with different values, one run after another. Its plan generates
/// its members, which are its steps.
///
/// @param title the title of the job class
/// @param spec the specification that its steps have in common
/// @param plan the values to measure, or the search
/// @param points the values of its steps, in the order in which they run; for a search, those
///   chosen so far
/// @param members the states of its steps, by [#stepName]
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
  /// The longest id of a study; a step's id adds to it.
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
    List<StudyPoint> points = plan.planned(spec.seed());
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

  /// The specification of a step's job.
  public JobSpec stepSpec(int position) {
    StudyPoint point = points.get(position);
    return point.of(spec).withSeed(seed(point));
  }

  /// The seed of a step. In the first round it is the study's own, so that points are compared by
  /// the same random draws. Each further round and each rate of a search has its own seed, the same
  /// at all points: a measurement with the same draws would repeat the same errors.
  private long seed(StudyPoint point) {
    String rate = plan.knee().isPresent() ? point.at().get(StudyAxis.RATE) : "0";
    long which = Double.doubleToLongBits(Double.parseDouble(rate)) + point.repeat() - 1;
    return which == 0
        ? spec.seed()
        : new SplittableRandom(spec.seed() ^ new SplittableRandom(which).nextLong()).nextLong();
  }

  /// The specification of a step's job on a server: it begins after the pause between steps, and
  /// notifies no channel, since notices are about the study as a whole.
  ///
  /// @param endedAt when the step before it ended; empty for the first step
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

  /// Steps run one after another, each once the one before it has completed. When all have
  /// completed, a search chooses the next one from their results.
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

  /// A step that did not complete ends the study, since later results could not be trusted.
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

  /// How many steps have ended: those before the present one.
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

  /// This study with other secrets.
  public Study with(JobSpec other) {
    return new Study(id, title, other, plan, points, state, members, submittedAt);
  }

  /// This study with one more step.
  public Study and(StudyPoint point) {
    List<StudyPoint> more = new ArrayList<>(points);
    more.add(point);
    Study longer = new Study(id, title, spec, plan, more, state, members, submittedAt);
    return longer.with(longer.stepName(points.size()), new MemberState.Waiting(0));
  }
}
