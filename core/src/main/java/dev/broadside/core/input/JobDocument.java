package dev.broadside.core.input;

import dev.broadside.core.drift.DriftPlan;
import dev.broadside.core.drift.DriftWatch;
import dev.broadside.core.input.JobField.Form;
import dev.broadside.core.input.JobField.Group;
import dev.broadside.core.job.AgentLoss;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.LabelSelector;
import dev.broadside.core.job.MonitorSource;
import dev.broadside.core.job.Reset;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.Subscription;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.load.ThreadKind;
import dev.broadside.core.param.CommaList;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.threshold.Threshold;
import dev.broadside.core.threshold.ThresholdText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Every field of a job, and of a study, which is a job with several numbers of threads: declared
/// once, for the options of the command line, YAML files, the bodies of the API and their schema,
/// the page's form, and the error messages.
///
/// A document is the object that a client sends, `{jobClass: noop, threads: 8}`; a YAML file holds
/// the same. [JobReader] reads it, [JobWriter] writes it.
///
/// The fields of the load are declared in [LoadFields], those of studies in [StudyFields], those of
/// the schedule in [ScheduleFields], and the others here. To add a field: declare it, put it into
/// `ALL`, and let the code that obeys it ask `JobDocument.FIELD.in(spec)`. Nothing else has to know
/// the new field.
public final class JobDocument {
  private static final int MOST_WATCHES = 20;

  public static final JobField<String> ID =
      JobField.of(
          Group.IDENTITY,
          "Id",
          Parameter.text("id", "Id of the job. By default the server makes one.")
              .atMost(Bounds.MAX_NAME)
              .matching(
                  "[A-Za-z0-9][A-Za-z0-9._-]*",
                  "letters, digits, dots, dashes and underscores behind a letter or digit"));

  public static final JobField<String> NAME =
      JobField.of(
              Group.ABOUT,
              "Name",
              Parameter.text("name", "Name shown in lists. By default the title of the job class.")
                  .atMost(Bounds.MAX_TEXT)
                  .matching(
                      "(\\P{Cntrl}*[\\p{L}\\p{N}\\p{P}\\p{S}]\\P{Cntrl}*)?",
                      "plain characters on one line, of which one can be seen"))
          .of(JobSpec::name);

  /// [#definition] uses it.
  public static final JobField<String> DEFINITION =
      JobField.of(
              Group.ABOUT,
              "Definition",
              Parameter.text(
                      "definition",
                      "Runs with the same definition share one history, in which changes over "
                          + "weeks are found. By default the id of the job; copies and reruns keep "
                          + "it.")
                  .atMost(Bounds.MAX_NAME)
                  .matching(
                      "[A-Za-z0-9][A-Za-z0-9._-]*",
                      "letters, digits, dots, dashes and underscores behind a letter or digit"))
          .folded();

  /// The folder at submission. It may change later: the present one is in the stored [Filing].
  public static final JobField<String> FOLDER =
      JobField.of(
          Group.ABOUT,
          "Folder",
          Parameter.text("folder", "Folder in lists, such as nightly/mysql.")
              .atMost(Filing.LONGEST_FOLDER)
              .matching(Filing.FOLDER, Filing.FOLDER_FORM)
              .preset(""));

  /// Folder and tags do not change what a job does.
  public static final JobField<List<String>> TAGS =
      JobField.of(
              Group.ABOUT,
              "Tags",
              Parameter.text("tag", "Words to find the job by, separated by commas; at most 16.")
                  .atMost(Filing.MOST_TAGS * (Filing.LONGEST_TAG + 1))
                  .preset(""))
          .meaning(Filing::tags, CommaList::joined, Filing.TAGS_FORM)
          .at("tags")
          .as(Form.LIST);

  public static final JobField<String> JOB_CLASS =
      JobField.of(
              Group.CODE,
              "Job class",
              Parameter.text("job-class", "Id of the job class.").atMost(Bounds.MAX_NAME))
          .of(JobSpec::jobClass);

  public static final JobField<String> PACK =
      JobField.of(
              Group.CODE,
              "Pack",
              Parameter.text(
                      "pack",
                      "Pack that contains the job class: NAME@VERSION, NAME for its newest "
                          + "version, or a SHA-256. By default the newest pack that contains it.")
                  .atMost(2 * Bounds.MAX_NAME + 1))
          .of(JobSpec::pack);

  public static final JobField<String> SECRETS_OF =
      JobField.of(
          Group.CODE,
          "Secrets of",
          Parameter.text(
                  "secrets-of",
                  "Id of a job that supplies the secrets not given here. It must have run "
                      + "the same job class of the same pack with the same parameters, so that a "
                      + "secret never goes anywhere else.")
              .atMost(Bounds.MAX_NAME));

  public static final JobField<List<String>> SECRETS_NEEDED =
      JobField.of(
              Group.CODE,
              "Secrets needed",
              Parameter.text(
                      "secrets-needed",
                      "Names of secrets that the job must have: give them, or name a job in "
                          + "secretsOf.")
                  .preset(""))
          .meaning(text -> Optional.of(CommaList.parts(text)), CommaList::joined, "give names")
          .as(Form.LIST);

  /// The server puts the target's address into the job, and its secret into the orders to agents.
  public static final JobField<String> TARGET =
      JobField.of(
          Group.PLACE,
          "Target",
          Parameter.text(
                  "target",
                  "Name of a database, as `broadside target list` shows it, in place of "
                      + "url, user, password and driver-properties.")
              .atMost(Bounds.MAX_NAME)
              .preset(""));

  public static final JobField<String> CONFIRM =
      JobField.of(
          Group.IDENTITY,
          "Confirm",
          Parameter.text(
                  "confirm", "Name of the protected target, repeated to confirm the load on it.")
              .atMost(Bounds.MAX_NAME)
              .preset(""));

  /// [TargetGuard] checks it.
  public static final JobField<Boolean> YES_TARGET =
      JobField.of(
          Group.CONSENT,
          "Yes, that target",
          Parameter.flag(
              "yes-target",
              "Confirm load on a database that is neither on this host nor a named " + "target."));

  public static final JobField<Long> AGENTS =
      JobField.of(
              Group.PLACE,
              "Agents",
              Parameter.whole("agents", "Number of agents.")
                  .between(1, Bounds.MAX_AGENTS)
                  .preset(1))
          .at("agents.count")
          .of(spec -> (long) spec.agents().count());

  public static final JobField<List<String>> AGENT_NAMES =
      JobField.of(
              Group.PLACE,
              "Only these agents",
              Parameter.text("agent", "Only agents with these names, separated by commas.")
                  .atMost(Bounds.MAX_AGENTS * (Bounds.MAX_NAME + 1))
                  .preset(""))
          .meaning(
              text ->
                  Optional.of(CommaList.parts(text))
                      .filter(names -> names.stream().allMatch(Bounds::isName)),
              CommaList::joined,
              "give names of letters, digits, blanks, dots, dashes and underscores")
          .at("agents.names")
          .as(Form.LIST)
          .of(spec -> spec.agents().names())
          .folded();

  /// The server's scheduler uses these three.
  public static final JobField<LabelSelector> AGENT_LABELS =
      JobField.of(
              Group.PLACE,
              "Agents with labels",
              Parameter.text(
                      "on-label",
                      "Only agents with all of these labels, separated by commas: rack=a,ssd.")
                  .atMost(Bounds.MAX_TEXT)
                  .preset(""))
          .meaning(LabelSelector::of, LabelSelector::text, LabelSelector.FORM)
          .at("agents.labels")
          .as(Form.LIST)
          .folded();

  public static final JobField<Boolean> DISTINCT_HOSTS =
      JobField.of(
              Group.PLACE,
              "Distinct hosts",
              Parameter.flag("distinct-hosts", "Use at most one agent per host.").preset(false))
          .at("agents.distinctHosts")
          .folded();

  public static final JobField<Boolean> EXCLUSIVE =
      JobField.of(
              Group.PLACE,
              "Agents to itself",
              Parameter.flag(
                      "exclusive",
                      "Run no other job on these agents at the same time, even if they have "
                          + "capacity left.")
                  .preset(false))
          .at("agents.exclusive")
          .folded();

  /// [#watchedBy] uses it.
  public static final JobField<List<String>> WATCH =
      JobField.of(
              Group.PLACE,
              "Watching agents",
              Parameter.text(
                      "watchers",
                      "Watch-only agents that take part, of those connected at the start: all, "
                          + "none, or names separated by commas.")
                  .atMost(Bounds.MAX_TEXT)
                  .preset("all"))
          .meaning(
              text -> Optional.of(CommaList.parts(text)),
              CommaList::joined,
              "give all, none or names")
          .as(Form.LIST)
          .folded();

  public static final JobField<Boolean> WAIT =
      JobField.of(
              Group.PLACE,
              "Wait for agents",
              Parameter.flag(
                      "wait", "Wait while too few agents are connected; if off, fail at once.")
                  .preset(true))
          .at("waitForAgents")
          .of(JobSpec::waitForAgents)
          .folded();

  /// The server notifies them.
  public static final JobField<List<Subscription>> NOTIFY =
      JobField.of(
              Group.PLACE,
              "Notify",
              Parameter.text(
                      "notify",
                      "Channels to notify when it ends, waits too long, or shows a"
                          + " change: ops, or ops:failed+changed for some of ended, failed,"
                          + " changed, waiting; separated by commas.")
                  .atMost(Bounds.MAX_TEXT)
                  .preset(""))
          .meaning(Subscription::all, Subscription::text, Subscription.FORM)
          .as(Form.LIST);

  /// [AgentLoss#of(JobSpec)] reads it.
  public static final JobField<AgentLoss> ON_AGENT_LOSS =
      JobField.of(Group.PLACE, "When an agent is lost", AgentLoss.DECLARED)
          .meaning(AgentLoss::of, AgentLoss::word, "")
          .folded();

  public static final JobField<Long> SEED =
      JobField.of(
              Group.ABOUT,
              "Seed",
              Parameter.whole(
                      "seed",
                      "Seed of all random numbers: the same seed gives the same data and the "
                          + "same choices.")
                  .between(Long.MIN_VALUE, Long.MAX_VALUE)
                  .preset(1))
          .of(JobSpec::seed)
          .folded();

  public static final JobField<Duration> GRACE =
      JobField.of(
              Group.LIMITS,
              "Grace",
              Parameter.span(
                      "grace",
                      "How long threads may take to finish their iteration when the run"
                          + " is stopped.")
                  .between(Duration.ZERO, Duration.ofHours(1))
                  .preset(Duration.ofSeconds(10)))
          .of(JobSpec::grace);

  public static final JobField<Boolean> PROFILE =
      JobField.of(
              Group.ABOUT,
              "Flight recording",
              Parameter.flag(
                      "profile",
                      "Keep a flight recording (JFR) of each worker with the result, to see "
                          + "where its time goes.")
                  .preset(false))
          .folded();

  /// The agent that prepares the target uses it.
  public static final JobField<Boolean> REHEARSAL =
      JobField.of(
              Group.ABOUT,
              "Rehearsal",
              Parameter.flag(
                      "rehearsal",
                      "Run each transaction once before the load and roll it back; refuse the job "
                          + "if one cannot work.")
                  .preset(true))
          .folded();

  /// The agents' workers use it; [JobReader] takes the load away.
  public static final JobField<Boolean> LOAD_ONLY =
      JobField.of(
              Group.ABOUT,
              "Load the data only",
              Parameter.flag(
                      "load-only",
                      "Make and load the tables, check them, and end: no transaction runs.")
                  .preset(false))
          .folded();

  /// The agent that prepares the target uses it.
  public static final JobField<Reset> RESET =
      JobField.of(
              Group.ABOUT,
              "Reset",
              Parameter.text(
                      "reset",
                      "Bring the data back before the run, or before each step of a study: reload"
                          + " drops the tables and loads them anew; command PROGRAM ARGUMENTS runs"
                          + " a program on the first agent.")
                  .atMost(Bounds.MAX_TEXT))
          .meaning(Reset::of, Reset::text, Reset.FORM)
          .folded();

  /// [#criteria] uses these three.
  public static final JobField<List<DriftWatch>> DRIFT =
      JobField.of(
              Group.ABOUT,
              "Also check for drift",
              Parameter.text(
                      "drift",
                      "More figures to check for drift, separated by commas, each with an "
                          + "optional limit: p99<50 also tells when 50 ms will be reached.")
                  .atMost(Bounds.MAX_TEXT)
                  .preset(""))
          .meaning(
              JobDocument::watches,
              watches -> CommaList.joined(watches.stream().map(DriftWatch::text).toList()),
              "give names of figures with or without a limit, such as p99<50,throughput>200")
          .as(Form.LIST)
          .folded();

  public static final JobField<Duration> DRIFT_CYCLE =
      JobField.of(
              Group.ABOUT,
              "Cycle",
              Parameter.span(
                      "drift-cycle",
                      "Length of a regular cycle that is not drift, such as a day. Used by runs "
                          + "that measure at least two cycles.")
                  .between(Duration.ofMinutes(1), Duration.ofDays(7))
                  .preset(Duration.ofDays(1)))
          .folded();

  public static final JobField<List<String>> STOP_ON_DRIFT =
      JobField.of(
              Group.ABOUT,
              "Stop on drift of",
              Parameter.text(
                      "stop-on-drift",
                      "Stop the run when one of these figures drifts or steps for the worse, "
                          + "separated by commas, such as throughput,p99. The result says why it "
                          + "stopped.")
                  .atMost(Bounds.MAX_TEXT)
                  .preset(""))
          .meaning(
              text ->
                  watches(text)
                      .filter(all -> all.stream().allMatch(one -> one.limit().isEmpty()))
                      .map(all -> all.stream().map(DriftWatch::figure).toList()),
              CommaList::joined,
              "give names of figures, such as throughput,p99")
          .as(Form.LIST)
          .folded();

  /// [#criteria] uses it.
  public static final JobField<List<Threshold>> THRESHOLDS =
      JobField.of(
              Group.ABOUT,
              "Thresholds",
              Parameter.text(
                      "threshold",
                      "Conditions that the run must meet, separated by commas: p99 < 20ms,"
                          + " p99(OPERATION) < 20ms for 30s abort after 10s, or p99 < 20ms in 9 of"
                          + " 10 intervals.")
                  .atMost(Bounds.MAX_TEXT)
                  .preset(""))
          .parsing(
              ThresholdText::readAll,
              all -> CommaList.joined(all.stream().map(Threshold::text).toList()))
          .at("thresholds")
          .as(Form.LIST);

  /// The workers read these beside the load.
  public static final JobField<List<MonitorSource>> MONITORS =
      JobField.of(
              Group.ABOUT,
              "More monitors",
              Parameter.text(
                      "monitor-source",
                      "More figures on the axis of the job: '{name: lag, prometheus:"
                          + " \"http://HOST:9090\", query: QUERY}', or exporter and metrics, sql,"
                          + " command, or the URL of a further database. At most 20.")
                  .atMost(Bounds.MAX_TEXT)
                  .preset(""))
          .parsing(MonitorFields::read, MonitorFields::write)
          .at("monitors")
          .as(Form.OBJECTS)
          .folded();

  public static final JobField<Boolean> JUDGE_LIMITED =
      JobField.of(
              Group.ABOUT,
              "Judge a limited run",
              Parameter.flag(
                      "judge-limited",
                      "Judge thresholds even where the load generator was the limit. Without it,"
                          + " only those are judged that a limited generator cannot have made"
                          + " hold.")
                  .preset(false))
          .folded();

  /// Results keep it in their provenance.
  public static final JobField<Double> PRICE_PER_HOUR =
      JobField.of(
              Group.ABOUT,
              "Price per hour",
              Parameter.decimal(
                      "price-per-hour",
                      "What the tested system costs in an hour, in any currency. Results,"
                          + " studies and comparisons then tell the price of a million"
                          + " transactions.")
                  .between(0.0001, 1_000_000))
          .folded();

  /// All of them, in the order in which they are shown.
  public static final List<JobField<?>> ALL =
      Stream.of(
              Stream.of(
                  ID,
                  NAME,
                  DEFINITION,
                  FOLDER,
                  TAGS,
                  JOB_CLASS,
                  PACK,
                  SECRETS_OF,
                  SECRETS_NEEDED,
                  TARGET,
                  CONFIRM,
                  YES_TARGET,
                  AGENTS,
                  AGENT_NAMES,
                  AGENT_LABELS,
                  DISTINCT_HOSTS,
                  EXCLUSIVE,
                  WATCH),
              ScheduleFields.ALL.stream(),
              Stream.of(WAIT, ON_AGENT_LOSS, NOTIFY),
              LoadFields.ALL.stream(),
              StudyFields.ALL.stream(),
              Stream.of(
                  SEED,
                  REHEARSAL,
                  LOAD_ONLY,
                  RESET,
                  THRESHOLDS,
                  JUDGE_LIMITED,
                  MONITORS,
                  PRICE_PER_HOUR,
                  DRIFT,
                  DRIFT_CYCLE,
                  STOP_ON_DRIFT,
                  PROFILE,
                  GRACE),
              ShareStep.allSettable().stream().map(JobDocument::limit))
          .<JobField<?>>flatMap(fields -> fields)
          .toList();

  /// The field that holds the job class's parameters, by name.
  public static final String PARAMETERS = "parameters";

  private JobDocument() {}

  /// The declarations of the fields of the page's form.
  public static List<JobFieldView> views() {
    return ALL.stream()
        .filter(field ->
            field.isSetting() || field.component().isPresent() || field.group() == Group.STUDY)
        .filter(field -> field.group() != Group.CODE)
        .filter(field -> field.form() != Form.PHASES)
        .<JobFieldView>map(JobField::view)
        .toList();
  }

  /// The definition that a job is a run of.
  public static String definition(String id, JobSpec spec) {
    return DEFINITION.given(spec).orElse(id);
  }

  /// The fields that turn a job into a study.
  static List<JobField<?>> ofStudies() {
    return ALL.stream().filter(field -> field.group() == Group.STUDY).toList();
  }

  /// Whether an agent that only watches its host takes part in a job.
  public static boolean watchedBy(String agent, JobSpec spec) {
    List<String> watched = WATCH.in(spec);
    return watched.equals(List.of("all")) || watched.contains(agent);
  }

  /// Whether a job needs its agents to itself. A job with threads bound to processors does, since
  /// two of them would be bound to the same processors.
  public static boolean alone(JobSpec spec) {
    return EXCLUSIVE.in(spec) || spec.threadKind() == ThreadKind.PINNED;
  }

  /// The criteria by which a job's figures are judged.
  public static Criteria criteria(JobSpec spec) {
    return new Criteria(
        DriftPlan.of(spec, DRIFT_CYCLE.in(spec), DRIFT.in(spec), STOP_ON_DRIFT.in(spec)),
        THRESHOLDS.in(spec),
        JUDGE_LIMITED.in(spec));
  }

  /// What a result keeps of the fields that nothing else in it tells, by name.
  public static Map<String, String> origin(JobSpec spec) {
    return PRICE_PER_HOUR
        .given(spec)
        .map(price ->
            Map.of(PRICE_PER_HOUR.declared().name(), BigDecimal.valueOf(price).toPlainString()))
        .orElse(Map.of());
  }

  private static Optional<List<DriftWatch>> watches(String text) {
    List<Optional<DriftWatch>> all = CommaList.parts(text).stream().map(DriftWatch::of).toList();
    return all.size() <= MOST_WATCHES && all.stream().allMatch(Optional::isPresent)
        ? Optional.of(all.stream().flatMap(Optional::stream).toList())
        : Optional.empty();
  }

  private static JobField<Duration> limit(ShareStep step) {
    JobField<Duration> field =
        JobField.of(Group.LIMITS, "Time limit for " + step.words(), step.limit());
    return field.at("timeouts." + field.path().replace("Timeout", ""));
  }
}
