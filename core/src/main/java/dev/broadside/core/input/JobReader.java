package dev.broadside.core.input;

import dev.broadside.core.drift.DriftWatch;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.OpenedThreads;
import dev.broadside.core.job.Reset;
import dev.broadside.core.job.Settings;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunShape;
import dev.broadside.core.pace.Arrivals;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.param.ConnectionParameters;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.threshold.Threshold;
import dev.broadside.core.threshold.ThresholdCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Reads a [JobDocument] into a job, or into everything that is wrong with it. All that run or
/// submit jobs use this one reader. For one thread.
public final class JobReader {
  /// Fields that do not apply without a server.
  public static final Set<Group> FOR_SERVERS = Set.of(Group.IDENTITY, Group.PLACE, Group.WHEN);

  private static final Code UNKNOWN =
      new Code(
          "unknown",
          "unknown",
          "0".repeat(64),
          Parameters.of(),
          new ThresholdCheck(List.of(), List.of()));

  /// A job that only loads keeps one moment in which nothing is due, so that it goes the way of all
  /// jobs.
  private static final Phase NOTHING_DUE =
      new Phase(
          PhaseKind.MEASURE,
          Duration.ofMillis(100),
          new LoadModel.Open(1, new Rate.Constant(0), Arrivals.CONSTANT));

  /// What says how a load is made and judged; a job that only loads does not have it.
  private static final Set<JobField<?>> OF_LOAD =
      Set.of(
          JobDocument.THRESHOLDS,
          JobDocument.DRIFT,
          JobDocument.STOP_ON_DRIFT,
          JobDocument.MONITORS,
          LoadFields.MAX_THREADS);

  private static final String AGENTS = "agents";

  private final JsonNode document;
  private final Instant now;
  private final List<Problem> problems = new ArrayList<>();
  private final JsonFields fields;
  private final StudyFields study;
  private final Map<String, String> parameters = new LinkedHashMap<>();

  /// The name of the target that gives address and user in place of parameters; empty if none is
  /// given.
  private final String target;

  /// Whether the parameters can be checked against their declarations.
  private final boolean readable;

  /// For callers that schedule nothing: times are only checked for their form.
  ///
  /// @param document an object; anything else is an object without fields
  public JobReader(JsonNode document) {
    this(document, Instant.EPOCH);
  }

  /// @param document an object; anything else is an object without fields
  /// @param now from which `+2h` counts
  public JobReader(JsonNode document, Instant now) {
    this.now = now;
    this.study = new StudyFields(document, problems);
    this.document = study.firstStep();
    this.fields = new JsonFields(this.document, "", problems);
    checkNames();
    int wrong = problems.size();
    readParameters();
    target = fields.get(JobDocument.TARGET);
    readable = problems.size() == wrong;
    checkTarget();
  }

  /// What is needed of a job class to read a job.
  ///
  /// @param pack SHA-256 of the pack that holds it
  /// @param check its declared figures
  public record Code(
      String id, String title, String pack, Parameters parameters, ThresholdCheck check) {
    /// The class that a descriptor describes.
    ///
    /// @param parameters the class's own parameters, or these with another pattern matcher
    public static Code of(ClassDescriptor jobClass, String pack, Parameters parameters) {
      return new Code(
          jobClass.id(),
          jobClass.title(),
          pack,
          parameters,
          ThresholdCheck.of(jobClass.operations(), jobClass.figures(), parameters));
    }
  }

  /// The problems found so far. Places are JSON pointers.
  public List<Problem> problems() {
    return problems;
  }

  public JsonFields fields() {
    return fields;
  }

  private void checkNames() {
    Map<String, TreeSet<String>> known =
        new TreeMap<>(Map.of(JobDocument.PARAMETERS, new TreeSet<>()));
    for (JobField<?> field : JobDocument.ALL) {
      String[] names = field.path().split("\\.");
      TreeSet<String> within = known.computeIfAbsent(names[0], _ -> new TreeSet<>());
      if (names.length > 1) {
        within.add(names[1]);
      }
    }
    fields.onlyKnow(known.keySet());
    known.forEach((name, within) -> {
      Optional<JsonNode> node = fields.node(name).filter(_ -> !within.isEmpty());
      node.filter(JsonNode::isObject).ifPresent(_ -> fields.within(name).onlyKnow(within));
      if (node.isPresent() && !node.get().isObject() && !AGENTS.equals(name)) {
        fields.wrong(name, "it is not an object", "write it as {" + within.first() + ": ...}");
      }
    });
  }

  /// The number of agents, which may be written in place of the object with number and names.
  private JobField<Long> agentCount() {
    JsonNode agents = document.path(AGENTS);
    return agents.isContainer() ? JobDocument.AGENTS : JobDocument.AGENTS.at(AGENTS);
  }

  /// The names of agents, which may be written in the same place.
  private JobField<List<String>> agentNames() {
    boolean list = document.path(AGENTS).isArray();
    return list ? JobDocument.AGENT_NAMES.at(AGENTS) : JobDocument.AGENT_NAMES;
  }

  /// The job class's parameters that the document gives, by name.
  public Map<String, String> parameters() {
    return parameters;
  }

  private void readParameters() {
    Optional<JsonNode> node = fields.node(JobDocument.PARAMETERS);
    if (node.isPresent() && !node.get().isObject()) {
      fields.wrong(JobDocument.PARAMETERS, "it is not an object", "write it as {name: value}");
    }
    JsonFields within = fields.within(JobDocument.PARAMETERS);
    node.ifPresent(object ->
        object.forEachEntry((name, value) -> {
          if (!value.isValueNode()) {
            within.wrong(
                JsonFields.shown(name),
                "it is neither text nor number nor true nor false",
                "give the value itself");
          } else if (!value.isNull()) {
            parameters.put(name, value.asString());
          }
        }));
  }

  /// Reports a parameter that stands beside `parameters` as such, and not as a misspelt field or a
  /// missing parameter.
  private void takeMisplaced(Code code) {
    document.forEachEntry((name, value) -> {
      boolean field =
          JobDocument.ALL.stream().anyMatch(one -> one.path().split("\\.")[0].equals(name));
      if (!field && declared(code).find(name).isPresent()) {
        problems.removeIf(one -> one.where().equals("/" + name));
        fields.wrong(
            name,
            "it is a parameter of the job class and stands beside the fields of the job",
            "put it under parameters: {" + name + ": ...}");
        parameters.putIfAbsent(name, value.asString(""));
      }
    });
  }

  private void checkTarget() {
    for (String name : List.copyOf(parameters.keySet())) {
      if (!target.isEmpty() && ConnectionParameters.ofTarget(name)) {
        parameters.remove(name);
        fields
            .within(JobDocument.PARAMETERS)
            .wrong(
                name,
                "target " + JsonFields.shown(target) + " says this",
                "leave it out, or leave out the target");
      }
    }
  }

  /// The steps of a study, or the one step of a plain job; empty if anything is wrong. To be called
  /// after [#spec].
  public Optional<StudyPlan> plan(Optional<Code> code) {
    return code.filter(_ -> problems.isEmpty()).flatMap(study::plan);
  }

  /// Adds a problem if the document describes more than one plain job.
  public void requireOneJob(StudyPlan plan, String mend) {
    if (plan.several()) {
      String where =
          plan.knee().isPresent()
              ? StudyFields.KNEE.path()
              : plan.axes().isEmpty()
                  ? StudyFields.REPEATS.path()
                  : plan.ladder() ? LoadFields.THREADS.path() : StudyFields.ALONG.path();
      String what = plan.ladder() ? "a job has one number of threads" : "this makes a study";
      fields.wrong(where, what, mend);
    }
  }

  /// The job, or the first step of a study; empty if anything is wrong.
  ///
  /// @param code empty if it is not known, which is a problem already
  public Optional<JobSpec> spec(Optional<Code> code) {
    code.ifPresent(this::takeMisplaced);
    Optional<ParameterValues> values = code.filter(_ -> readable).flatMap(this::values);
    List<Phase> phases = phases();
    values.ifPresent(good -> checkMix(code.orElseThrow(), good, phases));
    Optional<JobSpec> spec = build(code.orElse(UNKNOWN), values, phases);
    code.ifPresent(known -> spec.ifPresent(job -> checkThresholds(known, job)));
    code.ifPresent(known -> spec.ifPresent(job -> checkDrift(known, job)));
    code.ifPresent(known -> spec.ifPresent(job -> checkMonitors(known, job)));
    spec.flatMap(AgentLoss::objection)
        .ifPresent(why ->
            fields.wrong(
                JobDocument.ON_AGENT_LOSS.path(),
                why,
                "ask for two agents or more, or for continue"));
    spec.flatMap(OpenedThreads::objection)
        .ifPresent(
            wrong -> fields.wrong(LoadFields.MAX_THREADS.path(), wrong.what(), wrong.mend()));
    code.ifPresent(this::checkData);
    problems.replaceAll(study::placed);
    return spec.filter(_ -> problems.isEmpty());
  }

  /// Loading and resetting needs a job class that has tables.
  private void checkData(Code code) {
    boolean loads = code.parameters().find(ConnectionParameters.LOAD_THREADS.name()).isPresent();
    boolean reloads =
        fields.given(JobDocument.RESET).filter(Reset.Reload.class::isInstance).isPresent();
    String what = "job class " + code.id() + " loads no tables";
    if (!loads && loadsOnly()) {
      fields.wrong(
          JobDocument.LOAD_ONLY.path(),
          what,
          "name a job class that does, or run this one as it is");
    }
    if (!loads && reloads) {
      fields.wrong(JobDocument.RESET.path(), what, "give a command, or leave it out");
    }
  }

  private Optional<JobSpec> build(Code code, Optional<ParameterValues> values, List<Phase> phases) {
    Map<String, String> shown = new LinkedHashMap<>();
    Map<String, Secret> secrets = new LinkedHashMap<>();
    values.ifPresent(good -> sort(declared(code), good, shown, secrets));
    Timetable schedule = ScheduleFields.read(fields, now);
    try {
      return Optional.of(
          new JobSpec(
              fields.given(JobDocument.NAME).orElse(code.title()),
              code.id(),
              code.pack(),
              shown,
              secrets,
              agents(),
              phases,
              interval(phases),
              fields.get(LoadFields.THREAD_KIND),
              fields.get(JobDocument.SEED),
              fields.get(JobDocument.GRACE),
              schedule.startAt(),
              fields.get(JobDocument.WAIT),
              settings(schedule)));
    } catch (IllegalArgumentException e) {
      if (problems.isEmpty()) {
        // Fields that are right by themselves may be wrong together, such as the phases.
        problems.add(Problem.wrong("body", "" + e.getMessage(), "ask for what a job can be"));
      }
      return Optional.empty();
    }
  }

  private void checkThresholds(Code code, JobSpec job) {
    String where = "/" + JobDocument.THRESHOLDS.path();
    problems.addAll(
        code.check().unwatched(where, JobDocument.THRESHOLDS.in(job), job.parameters()));
    Duration measured = job.axis().measuredTimeUntil(job.axis().endNanos());
    problems.addAll(
        code.check().problems(where, JobDocument.THRESHOLDS.in(job), measured, job.interval()));
    checkDatabase(code, job);
  }

  /// Refuses figures that the job's database cannot have, as far as its URL tells the engine.
  ///
  /// @param aimed a job with the address of the target that it names, if that is known
  public void checkDatabase(Code code, JobSpec aimed) {
    String url = aimed.parameters().getOrDefault(ConnectionParameters.URL.name(), "");
    List<Threshold> thresholds = JobDocument.THRESHOLDS.in(aimed);
    List<DriftWatch> drift = JobDocument.DRIFT.in(aimed);
    ThresholdCheck check = code.check();
    problems.addAll(
        check.unknownAt(
            url,
            "/" + JobDocument.THRESHOLDS.path(),
            thresholds.stream().map(Threshold::figure).toList()));
    problems.addAll(
        check.unknownAt(
            url, "/" + JobDocument.DRIFT.path(), drift.stream().map(DriftWatch::figure).toList()));
    problems.addAll(
        check.unknownAt(
            url, "/" + JobDocument.STOP_ON_DRIFT.path(), JobDocument.STOP_ON_DRIFT.in(aimed)));
  }

  private void checkDrift(Code code, JobSpec job) {
    ThresholdCheck check = code.check();
    List<String> watched = JobDocument.DRIFT.in(job).stream().map(DriftWatch::figure).toList();
    List<String> stopping = JobDocument.STOP_ON_DRIFT.in(job);
    problems.addAll(
        check.driftProblems("/" + JobDocument.DRIFT.path(), watched, DriftWatch.usual()));
    problems.addAll(
        check.driftProblems("/" + JobDocument.STOP_ON_DRIFT.path(), stopping, DriftWatch.usual()));
  }

  /// What monitors of databases ask of a job class, and of the job's own target.
  private void checkMonitors(Code code, JobSpec job) {
    List<MonitorSource> all = JobDocument.MONITORS.in(job);
    checkThresholdsOf(all, code, job);
    for (int i = 0; i < all.size(); i++) {
      String where = JobDocument.MONITORS.path() + "/" + i;
      MonitorSource.What what = all.get(i).what();
      if (all.get(i).ofDatabase()
          && code.parameters().find(ConnectionParameters.URL.name()).isEmpty()) {
        fields.wrong(
            where,
            "job class " + code.id() + " connects to no database, and cannot read one",
            "leave this monitor out");
      }
      MonitorSource one = all.get(i);
      if (code.check().declares(one::tells)) {
        fields.wrong(
            where + "/name", "the job class has figures of that name", "give it another name");
      }
      if (what instanceof MonitorSource.Database it && it.address() && !target.isEmpty()) {
        fields.wrong(
            where + "/database",
            "the password of target " + JsonFields.shown(target) + " goes to no other address",
            "have that database named as a target, and give its name");
      }
    }
  }

  /// A threshold of a monitor that the job does not have would never be judged.
  private void checkThresholdsOf(List<MonitorSource> all, Code code, JobSpec job) {
    for (Threshold one : JobDocument.THRESHOLDS.in(job)) {
      String id = one.figure();
      if (id.startsWith(MonitorSource.PREFIX) && !code.check().declares(id::equals)) {
        all.stream()
            .flatMap(source -> MonitorFields.unit(source, id).stream())
            .findFirst()
            .ifPresentOrElse(
                unit ->
                    ThresholdCheck.unit("/" + JobDocument.THRESHOLDS.path(), one, unit)
                        .ifPresent(problems::add),
                () ->
                    fields.wrong(
                        JobDocument.THRESHOLDS.path(),
                        "no monitor of this job tells " + id,
                        "name one of those in " + JobDocument.MONITORS.path()));
      }
    }
  }

  private Optional<ParameterValues> values(Code code) {
    return switch (declared(code).read(parameters)) {
      case Parameters.Reading.Good(ParameterValues values) -> Optional.of(values);
      case Parameters.Reading.Bad(List<Problem> found) -> {
        found.forEach(problem ->
            problems.add(JsonFields.placed("/" + JobDocument.PARAMETERS + "/", problem)));
        yield Optional.empty();
      }
    };
  }

  /// The parameters that the job gives itself: with a target, these do not include the target's
  /// address.
  private Parameters declared(Code code) {
    return target.isEmpty()
        ? code.parameters()
        : code.parameters().without(ConnectionParameters::ofTarget);
  }

  private void checkMix(Code code, ParameterValues values, List<Phase> phases) {
    for (int i = 0; i < phases.size(); i++) {
      String mix = "/phases/" + i + "/mix/";
      if (declared(code).change(values, phases.get(i).mix())
          instanceof Parameters.Reading.Bad(List<Problem> found)) {
        found.forEach(problem -> problems.add(JsonFields.placed(mix, problem)));
      }
    }
  }

  private static void sort(
      Parameters declared,
      ParameterValues values,
      Map<String, String> shown,
      Map<String, Secret> secrets) {
    values
        .texts()
        .forEach((name, text) -> {
          if (declared.find(name).orElseThrow() instanceof Parameter.Hidden) {
            secrets.put(name, new Secret(text));
          } else {
            shown.put(name, text);
          }
        });
  }

  private AgentDemand agents() {
    List<String> names = fields.get(agentNames());
    if (names.isEmpty() && document.path(AGENTS).isArray()) {
      fields.wrong(AGENTS, "it names none", "write [a1, a2], or how many");
    }
    int preset = Math.clamp(names.size(), 1, Bounds.MAX_AGENTS);
    int count = fields.given(agentCount()).map(Long::intValue).orElse(preset);
    if (!names.isEmpty() && names.size() < count) {
      fields.wrong(
          JobDocument.AGENT_NAMES.path(),
          "only " + names.size() + " agents are named, but " + count + " are wanted",
          "name more, or lower the count");
      return AgentDemand.any(1);
    }
    return new AgentDemand(count, names);
  }

  private boolean loadsOnly() {
    return fields.get(JobDocument.LOAD_ONLY);
  }

  private List<Phase> phases() {
    if (loadsOnly()) {
      return List.of(NOTHING_DUE);
    }
    Duration rampUp = fields.get(LoadFields.RAMP_UP);
    Duration warmup = fields.get(LoadFields.WARMUP);
    Duration measured = fields.get(LoadFields.DURATION);
    Duration cooldown = fields.get(LoadFields.COOLDOWN);
    int threads = fields.get(LoadFields.THREADS).getFirst();
    Optional<JsonNode> list = fields.node(LoadFields.PHASES.path());
    List<Phase> usual =
        new RunShape(rampUp, warmup, measured, cooldown)
            .phases(LoadFields.load(fields, threads, measured));
    return list.map(phases -> LoadFields.read(phases, threads, problems)).orElse(usual);
  }

  private Duration interval(List<Phase> phases) {
    if (loadsOnly()) {
      return NOTHING_DUE.duration();
    }
    Duration interval = fields.get(LoadFields.INTERVAL);
    Duration all = phases.stream().map(Phase::duration).reduce(Duration.ZERO, Duration::plus);
    if (all.dividedBy(interval) > Bounds.MAX_INTERVALS) {
      fields.wrong(
          LoadFields.INTERVAL.path(),
          "it makes more than " + Bounds.MAX_INTERVALS + " intervals of this duration",
          "give a longer one");
    }
    return interval;
  }

  private Settings settings(Timetable schedule) {
    Map<String, String> given = new TreeMap<>();
    for (JobField<?> field : JobDocument.ALL) {
      if (field.isSetting() && !(loadsOnly() && OF_LOAD.contains(field))) {
        written(field).ifPresent(text -> given.put(field.declared().name(), text));
      }
    }
    given.putAll(schedule.settings().given());
    return new Settings(given);
  }

  private <T> Optional<String> written(JobField<T> field) {
    return fields.given(field).map(field::write);
  }

  /// The given fields that do not apply without a server.
  public List<String> forServers() {
    return JobDocument.ALL.stream()
        .filter(field -> FOR_SERVERS.contains(field.group()))
        .map(JobField::path)
        .filter(path -> fields.node(path).isPresent())
        .toList();
  }
}
