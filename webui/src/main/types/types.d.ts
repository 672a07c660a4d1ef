// Made from the schemas of openapi.yaml. Do not edit.

/** A length of time. */
export type Span = string | number;

/** Iterations to start per second, over all agents: a number, or a shape over the phase. Without
 * a rate the load is closed. A trace goes in straight lines between points of time, in seconds
 * or such as "90s", and rate. */
export type Rate = number | {
  ramp: Array<number>;
} | {
  steps: Array<number | {
    rate: number;
    length: Span;
  }>;
} | {
  sine: {
    mean: number;
    amplitude: number;
    period: Span;
  };
} | {
  spike: {
    base: number;
    peak: number;
    at: Span;
    length: Span;
  };
} | {
  trace: Array<Array<unknown>>;
};

/** How starts lie around the rate; evenly, or independent of one another. */
export type Arrivals = "constant" | "poisson";

/** Pause of a thread between two iterations of a closed load. */
export type Think = string | number;

export type PhaseRequest = {
  phase: "ramp-up" | "warm-up" | "measure" | "cool-down";
  duration: Span;
  /** Of each agent; as in `threads` by default. */
  threads?: number;
  rate?: Rate;
  arrivals?: Arrivals;
  think?: Think;
  /** Values of parameters in this phase only, of those with `perPhase`. */
  mix?: Record<string, string | number | boolean>;
};

/** A job as it is asked for; a study where it has several places or a knee. */
export type JobDocument = {
  /** Id of the job. By default the server makes one. */
  id?: string;
  /** Name shown in lists. By default the title of the job class. */
  name?: string;
  /** Runs with the same definition share one history, in which changes over weeks are found. By
   * default the id of the job; copies and reruns keep it. */
  definition?: string;
  /** Folder in lists, such as nightly/mysql. */
  folder?: string;
  /** Words to find the job by, separated by commas; at most 16. */
  tags?: Array<string>;
  /** Id of the job class. */
  jobClass: string;
  /** Pack that contains the job class: NAME@VERSION, NAME for its newest version, or a SHA-256.
   * By default the newest pack that contains it. */
  pack?: string;
  /** The job class's parameters by name, secret ones too. */
  parameters?: Record<string, string | number | boolean | null>;
  /** Id of a job that supplies the secrets not given here. It must have run the same job class
   * of the same pack with the same parameters, so that a secret never goes anywhere else. */
  secretsOf?: string;
  /** Names of secrets that the job must have: give them, or name a job in secretsOf. */
  secretsNeeded?: Array<string>;
  /** Name of a database, as `broadside target list` shows it, in place of url, user, password
   * and driver-properties. */
  target?: string;
  /** Name of the protected target, repeated to confirm the load on it. */
  confirm?: string;
  /** Confirm load on a database that is neither on this host nor a named target. Default: false. */
  yesTarget?: boolean;
  /** How many, or which. */
  agents?: number | {
    /** Number of agents. Default: 1. */
    count?: number;
    /** Only agents with these names, separated by commas. */
    names?: Array<string>;
    /** Only agents with all of these labels, separated by commas: rack=a,ssd. */
    labels?: Array<string>;
    /** Use at most one agent per host. Default: false. */
    distinctHosts?: boolean;
    /** Run no other job on these agents at the same time, even if they have capacity left.
     * Default: false. */
    exclusive?: boolean;
  };
  /** Watch-only agents that take part, of those connected at the start: all, none, or names
   * separated by commas. Default: all. */
  watchers?: Array<string>;
  /** Earliest start: 2026-11-23 02:00 Europe/Berlin, 2026-11-23T01:00:00Z, or +2h. By default as
   * soon as possible. */
  startAt?: string;
  /** Stop the job at this time if it is still running, and do not start it later; results so far
   * are kept. Written like the start. */
  stopAt?: string;
  /** Time zone of start, stop and repetition where they name none, such as Europe/Berlin.
   * Default: UTC. */
  zone?: string;
  /** Cron expression by which the job is repeated: minute, hour, day of month, month, day of
   * week, such as 0 2 * * 1-5; or @daily. When a run starts, the next one is scheduled. */
  repeat?: string;
  /** Number of runs, one after another. Default: 1. */
  copies?: number;
  /** Time from the start of one copy to the start of the next. Default: 0s. */
  spacing?: Span;
  /** What happens when a run or copy is due while the previous one is still running. Default:
   * queue. */
  overlap?: "queue" | "skip" | "together";
  /** Do not start the job until it is enabled. Default: false. */
  disabled?: boolean;
  /** Wait while too few agents are connected; if off, fail at once. Default: true. */
  waitForAgents?: boolean;
  /** What happens to the job when one of its agents is lost. Default: continue. */
  onAgentLoss?: "continue" | "rebalance" | "fail" | "wait";
  /** Channels to notify when it ends, waits too long, or shows a change: ops, or
   * ops:failed+changed for some of ended, failed, changed, waiting; separated by commas. */
  notify?: Array<string>;
  /** Load threads per agent, each with its own connection. Several numbers, such as 1,2,4,8,
   * make a study. Default: 1. */
  threads?: number | Array<number>;
  /** Load threads that each agent opens before the start, so that more can be put to work during
   * the run. By default as many as the load has; with rebalance, as many more as it takes to
   * replace a lost agent. */
  maxThreads?: number;
  /** Iterations started per second, over all agents. By default as many as the threads can do. */
  rate?: Rate;
  /** Spacing of the starts. Default: constant. */
  arrivals?: "constant" | "poisson";
  /** Pause of a thread between two iterations: 10ms, 5ms..20ms (uniform), or exp:10ms
   * (exponential with this mean). Default: none. */
  think?: string;
  /** Kind of load thread. Default: platform. */
  threadKind?: "platform" | "pinned" | "virtual";
  /** List of phases with a load each, in place of ramp-up, warmup, duration, cooldown, rate,
   * arrivals and think. Either all phases have a rate or none has; at least one must be
   * measured. */
  phases?: Array<PhaseRequest>;
  /** Time over which the load rises to its full level. Default: 0s. */
  rampup?: Span;
  /** Load before the measurement, which is not measured, such as 10s. Default: 0s. */
  warmup?: Span;
  /** Length of the measurement, such as 30s, 5m, 2h or 3d. Default: 1m. */
  duration?: Span;
  /** Iterations of the whole run, each thread its part, after which it ends before its duration
   * is over. 0 for no limit. Default: 0. */
  iterations?: number;
  /** Load after the measurement, which is not measured. Default: 0s. */
  cooldown?: Span;
  /** Length of a collection interval, which is one point on each chart. Default: 1s. */
  interval?: Span;
  /** What varies between the steps of a study, with its values: rate, threads, target or a
   * parameter of the job class, such as rate=100,200,400. Several axes, separated by semicolons,
   * make a grid. */
  along?: string | Record<string, Array<string | number | boolean>>;
  /** Order in which a study runs its steps. Default: given. */
  order?: "given" | "interleaved" | "randomised";
  /** Number of times each step of a study is run. Default: 1. */
  repeats?: number;
  /** Pause between two steps of a study, to let the system settle. Default: 0s. */
  settle?: Span;
  /** Search for the highest rate that meets the thresholds, between two rates such as
   * 100..20000: the lower one is doubled until a rate fails, then the search narrows down. */
  knee?: string;
  /** Width of the knee's 95 % confidence interval at which the search ends, in percent of the
   * knee. Default: 5. */
  kneePrecision?: number;
  /** Seed of all random numbers: the same seed gives the same data and the same choices.
   * Default: 1. */
  seed?: number | string;
  /** Run each transaction once before the load and roll it back; refuse the job if one cannot
   * work. Default: true. */
  rehearsal?: boolean;
  /** Make and load the tables, check them, and end: no transaction runs. Default: false. */
  loadOnly?: boolean;
  /** Bring the data back before the run, or before each step of a study: reload drops the tables
   * and loads them anew; command PROGRAM ARGUMENTS runs a program on the first agent. */
  reset?: string;
  /** Conditions that the run must meet, separated by commas: p99 < 20ms, p99(OPERATION) < 20ms
   * for 30s abort after 10s, or p99 < 20ms in 9 of 10 intervals. */
  thresholds?: Array<string>;
  /** Judge thresholds even where the load generator was the limit. Without it, only those are
   * judged that a limited generator cannot have made hold. Default: false. */
  judgeLimited?: boolean;
  /** More figures on the axis of the job: '{name: lag, prometheus: "http://HOST:9090", query:
   * QUERY}', or exporter and metrics, sql, command, or the URL of a further database. At most
   * 20. */
  monitors?: string | Array<Record<string, unknown>>;
  /** What the tested system costs in an hour, in any currency. Results, studies and comparisons
   * then tell the price of a million transactions. */
  pricePerHour?: number;
  /** More figures to check for drift, separated by commas, each with an optional limit: p99<50
   * also tells when 50 ms will be reached. */
  drift?: Array<string>;
  /** Length of a regular cycle that is not drift, such as a day. Used by runs that measure at
   * least two cycles. Default: 1d. */
  driftCycle?: Span;
  /** Stop the run when one of these figures drifts or steps for the worse, separated by commas,
   * such as throughput,p99. The result says why it stopped. */
  stopOnDrift?: Array<string>;
  /** Keep a flight recording (JFR) of each worker with the result, to see where its time goes.
   * Default: false. */
  profile?: boolean;
  /** How long threads may take to finish their iteration when the run is stopped. Default: 10s. */
  grace?: Span;
  timeouts?: {
    /** Fail when trying the target has made no progress for this long. Default: 1m. */
    trial?: Span;
    /** Fail when preparing the target has made no progress for this long. Default: 10m. */
    prepare?: Span;
    /** Fail when rehearsing has made no progress for this long. Default: 10m. */
    rehearse?: Span;
    /** Fail when opening connections has made no progress for this long. Default: 1m. */
    open?: Span;
    /** Fail when verifying the target has made no progress for this long. Default: 30m. */
    verify?: Span;
    /** Fail when cleaning up has made no progress for this long. Default: 30m. */
    cleanUp?: Span;
  };
};

/** A database that is named once. A new one needs name and url; of one that is edited only what
 * changes is given. */
export type TargetDocument = {
  /** Jobs refer to it by this name. */
  name?: string;
  /** JDBC URL of the database, such as jdbc:mysql://HOST:3306/DB, without user and password */
  url?: string;
  /** Database user */
  user?: string;
  /** The user's password */
  password?: string;
  /** Properties for the JDBC driver, on top of the tuned ones: name=value,name=value */
  driverProperties?: string;
  /** Words to find it by, separated by commas: staging,team=orders */
  labels?: Array<string>;
  /** What others should know about it. */
  note?: string;
  /** Connections of all jobs together; a job for which there is no room waits. 0 for no limit
   * Default: 0. */
  maxConnections?: number;
  /** Iterations per second of all jobs together, each of which must then have a rate. 0 for no
   * limit Default: 0. */
  maxRate?: number;
  /** One job at a time; the others wait. Default: false. */
  exclusive?: boolean;
  /** A job on it has to confirm its name. Default: false. */
  protected?: boolean;
};

/** A group of jobs and studies as it is asked for. */
export type GroupDocument = {
  /** All of it as a text, instead of the other fields. */
  yaml?: string;
  /** Its name, in a few words. */
  group?: string;
  /** Its id; one is made if it is left out. */
  id?: string;
  /** Channels to notify when it ends, waits too long, or shows a change: ops, or
   * ops:failed+changed for some of ended, failed, changed, waiting; separated by commas. */
  notify?: Array<string>;
  /** Earliest start: 2026-11-23 02:00 Europe/Berlin, 2026-11-23T01:00:00Z, or +2h. By default as
   * soon as possible. */
  startAt?: string;
  /** Stop the job at this time if it is still running, and do not start it later; results so far
   * are kept. Written like the start. */
  stopAt?: string;
  /** Time zone of start, stop and repetition where they name none, such as Europe/Berlin.
   * Default: UTC. */
  zone?: string;
  /** Cron expression by which the job is repeated: minute, hour, day of month, month, day of
   * week, such as 0 2 * * 1-5; or @daily. When a run starts, the next one is scheduled. */
  repeat?: string;
  /** What happens when a run or copy is due while the previous one is still running. Default:
   * queue. */
  overlap?: "queue" | "skip" | "together";
  /** Do not start the job until it is enabled. Default: false. */
  disabled?: boolean;
  /** Fields of a job that all members share. */
  defaults?: unknown;
  members?: Array<{
    /** Unique within the group. */
    name: string;
    job?: JobDocument;
    study?: JobDocument;
    /** Names of members, or objects with their names and conditions. */
    after?: unknown;
  }>;
};

/** What the page needs to know first. */
export type SessionView = {
  version: string;
  /** empty if the caller is not logged in */
  user: string;
  /** goes into a header of each request that changes something; sent by the login only, so that
   * a stolen cookie alone changes nothing */
  csrf: string;
};

/** The credentials of a login. */
export type Login = {
  token: string;
};

export type LoginLink = {
  link: string;
};

/** Jobs, as a document. */
export type Jobs = {
  jobs: Array<JobView>;
  /** the value of `after` for the next page, if there are more */
  next?: string;
};

/** A job as it is shown: `pending`, `preparing`, `running`, `stopping`, `completed`,
 * `cancelled`, `failed` or `lost`. */
export type JobView = {
  id: string;
  name: string;
  /** in a word */
  state: "pending" | "preparing" | "running" | "stopping" | "completed" | "cancelled" | "failed" | "lost";
  /** what it waits for, or why it failed, was cancelled or was lost; empty otherwise */
  reason: string;
  submittedAt: string;
  endedAt?: string;
  /** channels that are notified of it as a whole, such as `ops:failed` */
  tells: Array<string>;
  /** names with slashes between them, `nightly/mysql`; empty if the job is in no folder */
  folder: string;
  /** in the order in which they were given, without duplicates */
  tags: Array<string>;
  /** the definition that it is a run of; its own id if none was given */
  definition: string;
  jobClass: string;
  title: string;
  pack: string;
  /** the named database that it goes to, if it names one */
  target?: string;
  /** the job class's parameters, secrets redacted */
  parameters: Record<string, string>;
  /** the seed of all random draws of its load threads */
  seed: string;
  /** whether it waits until somebody enables it */
  disabled: boolean;
  /** its start time, while it waits for that */
  beginsAt?: string;
  /** the rule by which it is repeated, with the zone: `0 2 * * 1-5 Europe/Berlin` */
  repeats?: string;
  /** when it was deleted; for a day it can be restored */
  deletedAt?: string;
  /** those that it asks for */
  agents: JobWanted;
  threadsPerAgent: number;
  totalThreads: number;
  /** load threads that each agent opens before the start, at work or not */
  openedPerAgent: number;
  /** the load model in words */
  load: string;
  phases: Array<JobPhaseView>;
  intervalMillis: number;
  threadKind: "platform" | "virtual" | "pinned";
  /** the common start of its agents */
  startedAt?: string;
  /** the planned end of its load, once that has begun */
  endsAt?: string;
  /** names of the agents that it has, in the order of their shares */
  assigned: Array<string>;
  /** the kind of the problems for which an agent refused it before any load, in the words of
   * `Kind` */
  refusal?: "wrong-input" | "unreachable";
  /** what can be changed of its load, and what is set, while it goes on */
  control?: JobControlView;
  /** how far a step before or after the load is, while there is one */
  progress?: JobProgressView;
  /** every state it was in, oldest first */
  history: Array<JobStateView>;
  /** the result in one line, once there is one */
  headline?: Headline;
};

/** The agents that it asks for; any agents if no names are given. */
export type JobWanted = {
  count: number;
  names: Array<string>;
};

/** A planned phase; its kind is `ramp-up`, `warm-up`, `measure` or `cool-down`. */
export type JobPhaseView = {
  kind: "ramp-up" | "warm-up" | "measure" | "cool-down";
  durationMillis: number;
};

/** The load of a running job. Values that were not set by hand are as planned. */
export type JobControlView = {
  /** whether it has a rate, which is that of the whole job */
  open: boolean;
  /** the most of each agent that can be at work */
  threads: number;
  /** what was set since it began */
  set: JobLoadSetting;
};

/** What is set of a load; in a change, only what is to be changed. */
export type JobLoadSetting = {
  /** whether no iteration begins */
  paused?: boolean;
  /** iterations to start per second, over all agents */
  rate?: number;
  /** at work on each agent */
  threads?: number;
  /** such as `10ms`, `5ms..20ms` or `exp:10ms` */
  think?: string;
  /** values of parameters of the job class */
  mix?: Record<string, string>;
};

/** The progress of a step before or after the load. */
export type JobProgressView = {
  /** the agent that does it; empty if it is not a single agent's step */
  agent: string;
  step: string;
  done: number;
  /** 0 if it is unknown */
  total: number;
  /** how long it has been going on */
  seconds: number;
};

/** One state and when it began. */
export type JobStateView = {
  at: string;
  state: "pending" | "preparing" | "running" | "stopping" | "completed" | "cancelled" | "failed" | "lost";
  reason: string;
};

/** A result in one line, for lists. */
export type Headline = {
  /** transactions that ended well, per second */
  throughput: number;
  /** in milliseconds; empty if nothing ended well */
  p95?: number;
  /** the audit's verdict */
  audit: string;
  /** the verdict on the load generator */
  generator: string;
  /** why, in one sentence */
  generatorReason: string;
  /** how much of the planned load came about, from 0 to 1; empty if it never began */
  delivered?: number;
  /** how often the result was amended after its job had ended; empty until it is sealed */
  amendments?: number;
  /** the verdict on all of them; empty if there are none */
  thresholds?: string;
};

/** A job document in both notations; a request needs only one. */
export type JobText = {
  /** as in a file for `-f` */
  yaml?: string;
  /** as in a submission */
  document?: unknown;
};

/** What the test of a job has found, as the HTTP API, the page and the command line show it. */
export type PreflightDocument = {
  /** whether nothing failed */
  fit: boolean;
  /** in the order in which they are looked at */
  findings: Array<PreflightLine>;
};

/** One finding. */
export type PreflightLine = {
  /** `ok`, `warn` or `fail` */
  level: string;
  check: string;
  /** `server`, or the names of the agents that found the same */
  where: string;
  /** what was found, with numbers */
  figures: string;
  /** what to do about it; empty if nothing is to be done */
  mend: string;
};

/** Everything about one run: the one shape for `broadside run --json`, the HTTP API and the
 * page. New fields may be added; those that are here stay. */
export type RunDocument = {
  /** what ran, and how it ended */
  job: RunJobSummary;
  /** the job class's parameters, secrets redacted */
  parameters: Record<string, string>;
  /** the phases as planned, and the results of each */
  phases: Array<RunPhaseDocument>;
  /** the measured phases, over all agents */
  summary: StatsDocument;
  /** the same per operation name */
  operations: Record<string, StatsDocument>;
  /** every interval in order; a gap in the numbers is a gap in what is known. A long run has
   * gigabytes of them, so documents are made and read without them, and `RunJson` writes them
   * one by one */
  intervals: Array<IntervalDocument>;
  /** the agents that took part */
  agents: Array<RunAgentDocument>;
  /** whether the load generator may have been the limit */
  generator: GeneratorVerdict;
  /** the use of the processors of all agents' hosts */
  host: HostDocument;
  /** whether all counts add up */
  audit: AuditDocument;
  /** every kind of failure, with its first message */
  errors: Array<ErrorSample>;
  /** what else one needs to run it again: versions, driver and database settings, seed, command
   * line */
  provenance: Record<string, string>;
  /** the transactions' latencies in the measured phases, in powers of two */
  distribution: Array<LatencyBucket>;
  /** how much of the planned load came about; empty until the run has ended, and if it never
   * began */
  delivery?: Delivery;
  /** the records that the result was made of; empty until it is final */
  seal?: ResultSeal;
  /** what else the job class and the hosts counted and measured */
  figures: Array<FigureDocument>;
  /** which figures rise, fall or step over the measured phases; empty if too little was
   * measured, or the planned load itself changes */
  drift?: DriftDocument;
  /** what happened, in the order of time */
  marks: Array<Mark>;
  /** the verdicts on the thresholds, so far if the run goes on; empty if there are none */
  thresholds?: ThresholdVerdicts;
  /** what held the run back, the most important first; empty if nothing is known, and while it
   * runs */
  diagnoses: Array<Diagnosis>;
  /** what was found out about the target in words, in the order of time */
  observed: Array<Observed>;
};

/** What ran, and how it ended. */
export type RunJobSummary = {
  id: string;
  name: string;
  /** the id of the job class */
  jobClass: string;
  /** the job class's title */
  title: string;
  /** the hash of the pack that holds the job class */
  pack: string;
  /** `running`, `completed`, `cancelled`, `failed` or `lost`; a study may also be `paused` or
   * `stopping` */
  state: string;
  /** why it waits, failed, was cancelled or was lost; empty otherwise */
  reason: string;
  /** when the load began on all agents, in ISO 8601; empty if it never did. A study begins with
   * its first step */
  startedAt: string;
  /** when it ended, in ISO 8601; empty while it goes on */
  endedAt: string;
  /** the load model in a few words */
  load: string;
  /** `service time only` for a closed load, `response time from the intended start` for an open
   * one */
  latencyMeaning: string;
  /** how many agents it runs on */
  agents: number;
  /** load threads over all agents */
  threads: number;
  /** `platform` or `virtual` */
  threadKind: string;
};

/** A phase as planned, on the run's axis, and its results. */
export type RunPhaseDocument = {
  kind: "ramp-up" | "warm-up" | "measure" | "cool-down";
  startMillis: number;
  durationMillis: number;
  /** its load in a few words */
  load: string;
  /** its load threads, over all agents */
  threads: number;
  /** parameter values of this phase only */
  mix: Record<string, string>;
  /** the transactions that ended in it, or were due in it and never begun; zeros if the phase
   * has not come */
  stats: StatsDocument;
  /** how many arrivals of the phases before were still waiting when the phase began */
  waitingBefore: number;
  /** how long the oldest of those arrivals had been due by then */
  waitingMillis: number;
};

/** Counts, rates and latencies over some time, of whole transactions or of one operation. */
export type StatsDocument = {
  begun: number;
  /** how many ended well */
  transactions: number;
  /** how many failed without effect */
  failed: number;
  /** the same by class of failure */
  failedBy: Record<string, number>;
  /** how many may or may not have taken effect */
  uncertain: number;
  /** repetitions after failures */
  retried: number;
  /** of the good ones, those rolled back by the business rule */
  rolledBack: number;
  /** arrivals that were never begun */
  dropped: number;
  /** the same by reason */
  droppedBy: Record<string, number>;
  rowsRead: number;
  rowsWritten: number;
  /** of the good ones, those that needed repetitions, by how many */
  okAfterRetries: Record<string, number>;
  /** operations that ended well */
  statements: number;
  /** its measures by id, but for latencies: per second `throughput` (ended well), `attempts`
   * (every try that ended, however it did, repetitions included), `goodput` (ended well, and not
   * rolled back by the business rule; of an operation, what it did in transactions that ended
   * well), and others */
  measures: Record<string, number>;
  /** how long the good ones took: the service time in a closed load, the response time from the
   * intended start in an open one; empty where none ended well */
  latencyMillis?: LatencyMillis;
  /** of an open load, from the intended start until a thread was free */
  waitMillis?: LatencyMillis;
  /** of an open load, from then to the actual start */
  scheduleDelayMillis?: LatencyMillis;
  /** of an open load, from the actual start to the end */
  serviceMillis?: LatencyMillis;
  /** how long those that failed or stayed uncertain took: from the actual start in a closed
   * load, from the intended one in an open load; of transactions only, where there are any */
  failedLatencyMillis?: LatencyMillis;
  /** arrivals that were due, begun or not; of a closed load those begun. Of an operation 0 */
  due: number;
  /** of those that ended, how many were due before the phase began, or, behind the measured
   * phases, before these ended; of transactions only */
  carriedOver: number;
  /** how long the good ones of those took; they are among the others, too */
  carriedLatencyMillis?: LatencyMillis;
};

/** A latency distribution in milliseconds: the catalogue's measures of latency, whose fields are
 * written beside the others. Without values there is no distribution, since a percentile of
 * nothing is unknown, and not 0. */
export type LatencyMillis = {
  /** how many values */
  count: number;
  /** their standard deviation */
  stdDev: number;
  /** how many values were above the layout's top of one hour; if there are any, high percentiles
   * read "> 1 h" */
  clamped: number;
  mean: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  "p99.9": number;
  "p99.99": number;
  max: number;
};

/** One interval of the run, over all agents. */
export type IntervalDocument = {
  /** its number on the run's axis */
  index: number;
  /** its beginning, from the common start */
  startMillis: number;
  /** its true length */
  lengthMillis: number;
  /** `warm-up`, `measure`, `cool-down` or `drain` */
  phase: string;
  /** whether it counts in the summary */
  measured: boolean;
  /** load threads at work in it, at the most, over all agents */
  threads: number;
  /** agents whose record has not come; while there are any and the run's result is not sealed,
   * the figures are provisional */
  missing: Array<string>;
  begun: number;
  /** how many ended well */
  transactions: number;
  /** how many failed without effect */
  failed: number;
  /** the same by class of failure */
  failedBy: Record<string, number>;
  /** how many may or may not have taken effect */
  uncertain: number;
  /** repetitions after failures */
  retried: number;
  /** of the good ones, those rolled back by the business rule */
  rolledBack: number;
  /** arrivals that were never begun */
  dropped: number;
  /** the same by reason */
  droppedBy: Record<string, number>;
  rowsRead: number;
  rowsWritten: number;
  /** of the good ones, those that needed repetitions, by how many */
  okAfterRetries: Record<string, number>;
  /** operations that ended well */
  statements: number;
  /** its measures by id, but for latencies: per second `throughput` (ended well), `attempts`
   * (every try that ended, however it did, repetitions included), `goodput` (ended well, and not
   * rolled back by the business rule; of an operation, what it did in transactions that ended
   * well), and others */
  measures: Record<string, number>;
  /** how long the good ones took: the service time in a closed load, the response time from the
   * intended start in an open one; empty where none ended well */
  latencyMillis?: LatencyMillis;
  /** of an open load, from the intended start until a thread was free */
  waitMillis?: LatencyMillis;
  /** of an open load, from then to the actual start */
  scheduleDelayMillis?: LatencyMillis;
  /** of an open load, from the actual start to the end */
  serviceMillis?: LatencyMillis;
  /** how long those that failed or stayed uncertain took: from the actual start in a closed
   * load, from the intended one in an open load; of transactions only, where there are any */
  failedLatencyMillis?: LatencyMillis;
  /** arrivals that were due, begun or not; of a closed load those begun. Of an operation 0 */
  due: number;
  /** of those that ended, how many were due before the phase began, or, behind the measured
   * phases, before these ended; of transactions only */
  carriedOver: number;
  /** how long the good ones of those took; they are among the others, too */
  carriedLatencyMillis?: LatencyMillis;
  /** the same per operation */
  operations: Record<string, StatsDocument>;
  /** the worst figures of all agents */
  generator: GeneratorSample;
  /** why the load generator may have been the limit, agent by agent; empty if it was not */
  limited: Array<Limit>;
  /** what else was counted and measured */
  figures?: IntervalFigures;
  /** how many of the good transactions took how long; absent if there were none */
  heat?: Heat;
  /** how many intervals of the run's axis were rolled up into it; absent if it is one interval */
  intervals?: number;
  /** the planned rate of an open load in it, on average; absent for a closed load */
  askedPerSecond?: number;
  /** how many arrivals of an open load were due and had not begun at its end */
  waiting: number;
};

/** How the load generator itself fared in one interval on one agent. It shows whether the
 * generator was the bottleneck. Shares go from 0 to 1. A share that the platform does not give
 * is negative. */
export type GeneratorSample = {
  /** Share of the host's CPU time that the worker used. */
  processCpu: number;
  /** Share of the host's CPU time that was not idle. */
  hostCpu: number;
  /** Share of the time in which the busiest core was not idle. */
  busiestCore: number;
  /** Share of the CPU time that the hypervisor gave to others. */
  steal: number;
  /** How long the worker's garbage collector stopped its threads. */
  gcPauseNanos: number;
  /** Longest delay of a thread that wanted to wake every 100 ms. */
  maxHiccupNanos: number;
  /** How much later than it wanted a thread woke to begin an iteration: 99th percentile, of
   * fewer than 200 starts the third latest. */
  startLatenessP99Nanos: number;
  /** Age of the oldest unfinished iteration at the end. */
  oldestInFlightNanos: number;
  /** How long arrivals of an open load waited for a free thread, 99th percentile; it blames
   * nobody, since a stalled target causes it too. */
  connectionWaitP99Nanos: number;
  /** Share of the time in iterations in which their threads could have run and had no core. */
  cpuWait: number;
  /** Share of the load threads' time that they were on a core. */
  ownCpu: number;
  /** Share of the time in which the CPU quota of the worker's control group kept it waiting. */
  throttled: number;
  /** How long the oldest arrival that has not begun has been due, at the end; it blames nobody,
   * since a stalled target causes it too. */
  oldestWaitingNanos: number;
  /** what the host's processors did */
  host: HostUse;
};

/** What the processors of an agent's host did in a span of time. It adds up over intervals
 * without loss, even if the kernel's counts are coarse. CPU times are summed over all cores. If
 * the platform does not give them, everything is 0, and `known` is false. */
export type HostUse = {
  /** in programs, niced ones included */
  userNanos: number;
  /** in the kernel, interrupts included */
  systemNanos: number;
  /** idle, waiting for disks included */
  idleNanos: number;
  /** all time; the rest was taken by the hypervisor */
  totalNanos: number;
  /** on all cores, of all programs */
  contextSwitches: number;
  /** CPU time of the worker, in user and system mode */
  workerNanos: number;
  /** how often the worker's load threads had to leave a core that they still wanted */
  involuntarySwitches: number;
};

/** One reason why the load generator, and not the target, may have limited an interval on one
 * agent. */
export type Limit = {
  /** the agent's name */
  agent: string;
  /** the cause, for programs */
  cause: "QUOTA" | "WORKER_CPU" | "OWN_CPU" | "CPU_WAIT" | "BUSY_HOST" | "STEAL" | "HICCUP" | "GC_PAUSE" | "LATE_START";
  /** the cause's figure in that interval: a share from 0 to 1, or nanoseconds */
  value: number;
  /** one sentence with its figure, and what to do about it */
  reason: string;
};

/** The figures of one interval besides its transactions and operations, over all agents. Unknown
 * ones are missing. */
export type IntervalFigures = {
  /** figures that no earlier interval had */
  declared?: Array<Figure>;
  /** by id, the amount of each count and sum, and the reading of each gauge */
  values: Record<string, number>;
  /** by id, in the figure's unit */
  distributions: Record<string, LatencyMillis>;
};

/** What is counted, measured or timed in each interval of a run, declared once: recorder,
 * records, sums, results, exports and the page loop over the declarations. A job class declares
 * its own in its `JobDescription`, such as ``` Figure.count("orders.late", "orders", "Late
 * orders").help("orders that missed their day") ``` and adds to them by `add` or answers for
 * them in `gauge`. Figures of several agents with the same id are one and the same, and are
 * merged by their kind. */
export type Figure = {
  /** names it in results and exports, for ever: a small letter, then letters, digits and `._@-` */
  id: string;
  /** how its values add up */
  kind: "COUNT" | "SUM" | "WORST" | "MEAN" | "LAST" | "DISTRIBUTION" | "DURATION";
  /** what it is counted in; empty if it is a plain number */
  unit: string;
  /** a few words for tables and charts */
  label: string;
  /** one sentence for a reader who does not know the figure; may be empty */
  help: string;
  /** the heading under which it is shown */
  section: string;
  /** whether what an attempt adds counts although the attempt failed; otherwise only what the
   * last attempt of an iteration adds that ends ok */
  everyAttempt: boolean;
  /** whether its amount for each transaction that ended well is shown, too */
  eachTransaction: boolean;
  /** the id of another figure: this one is shown as a share of it, such as of a processor's
   * whole time, or, if the units differ, as an amount for each, such as milliseconds for each
   * read. `TIME` for a share of the measured time; empty to show the amount itself */
  shareOf: string;
};

/** One column of a heat map: how many transactions took how long. Each power of two of
 * microseconds is split into four bands of one width, in which the slots of `LatencyLayout` fall
 * exactly, so these counts are exact and add up. `bandMillis` in the page's `series.js` has the
 * same bounds. */
export type Heat = {
  /** the band of the first count; 0 if there are no counts */
  first: number;
  /** from that band on, the last of them above 0 */
  counts: Array<number>;
};

/** An agent that took part. */
export type RunAgentDocument = {
  name: string;
  threads: number;
  /** the server's wall clock minus the agent's, as measured before the start */
  clockOffsetMillis: number;
  /** the bound of that measurement's error */
  clockErrorMillis: number;
  /** when its first iteration began, from the common start; corrected by the offset */
  firstStartMillis: number;
  /** the transactions of its measured phases */
  stats: StatsDocument;
  /** the use of its host's processors in the measured phases */
  host: HostDocument;
  /** its host, JVM and flags */
  environment: Record<string, string>;
};

/** What the processors of the agents' hosts did in the measured phases, and the cost of a
 * transaction there. If the target runs on the same host, its work is in these figures. Shares
 * go from 0 to 1. A figure that the platform does not give is negative, and so is a figure per
 * transaction if there was no transaction. */
export type HostDocument = {
  /** share of the CPU time in programs */
  user: number;
  /** share of the CPU time in the kernel */
  system: number;
  /** share of the CPU time that was idle */
  idle: number;
  /** of all programs on the host */
  contextSwitchesPerTransaction: number;
  /** of the worker's load threads */
  involuntarySwitchesPerTransaction: number;
  /** CPU time in the kernel, of all programs on the host */
  systemMicrosPerTransaction: number;
  /** CPU time of the worker */
  workerMicrosPerTransaction: number;
};

/** Whether the load generator, and not the target, may have limited a run. */
export type GeneratorVerdict = {
  verdict: "OK" | "LIMITED" | "TOO_FEW_THREADS";
  /** one sentence */
  reason: string;
  /** measured intervals in which at least one agent was limited */
  limitedIntervals: number;
  /** measured intervals looked at */
  intervals: number;
  /** what an open load asks of its threads; empty for a closed load, before anything ended, and
   * if the load was changed while it ran */
  demand?: ThreadDemand;
};

/** What an open load asks of its threads, by Little's law: the rate times the time of a
 * transaction is the number of busy threads. All figures are over the measured time. */
export type ThreadDemand = {
  /** arrivals that were planned, over all agents */
  askedPerSecond: number;
  /** iterations that ended, well or not */
  endedPerSecond: number;
  /** load threads at work over all agents, on average */
  threads: number;
  /** how long a transaction that ended well kept a thread busy, on average */
  serviceMillis: number;
  /** the part of their time in which threads were busy with these, from 0 to 1 */
  busy: number;
  /** the measured time */
  seconds: number;
};

/** Whether every transaction that an agent counted is in the result exactly once. */
export type AuditDocument = {
  verdict: "BALANCED" | "INCOMPLETE" | "CONFLICT";
  /** the audit line: verdict and sums in one line */
  sentence: string;
  /** iterations begun, from the first to the last, warm-up included */
  begun: number;
  /** iterations that ended well */
  ok: number;
  /** iterations that failed */
  failed: number;
  /** iterations that may or may not have taken effect */
  uncertain: number;
  /** interval records stored */
  records: number;
  /** records that came more than once, and were counted once */
  duplicates: number;
  /** what does not balance, each in one sentence; empty if everything does */
  findings: Array<string>;
  /** what the job class found on the target */
  checks: Array<VerificationCheck>;
};

export type VerificationCheck = {
  /** what was checked, such as `orders are stationary` */
  name: string;
  /** whether it holds */
  holds: boolean;
  /** true if the check is only evidence with a stated slack, and does not decide the verdict */
  evidence: boolean;
  /** the figures in one line */
  detail: string;
  /** true if it could not be made, so that it neither holds nor is broken; the detail says why */
  unchecked: boolean;
};

/** One kind of failure: its count and its first message. */
export type ErrorSample = {
  errorClass: "DEADLOCK" | "LOCK_WAIT" | "SERIALIZATION" | "SNAPSHOT_TOO_OLD" | "CONSTRAINT" | "CONNECTION_LOST" | "READ_ONLY" | "RESOURCE_EXHAUSTED" | "TIMEOUT" | "CANCELLED" | "DRIVER" | "JOB_CODE" | "OTHER";
  vendorCode: number;
  sqlState: string;
  /** the name of the failed operation; empty if none had begun */
  operation: string;
  message: string;
  /** how often, repetitions included */
  count: number;
  /** when first, on the run's time axis */
  firstMillis: number;
  /** when last, on the run's time axis */
  lastMillis: number;
};

/** The number of latencies in one power of two. The layout of `LatencyLayout` splits every power
 * of two into slots of its own, so these counts are exact. */
export type LatencyBucket = {
  /** a power of two; the bucket holds the latencies below it and not below half of it; the first
   * bucket begins at 0 */
  upToMicros: number;
  count: number;
};

/** How much of the planned load a run has delivered: the measured time for which its agents have
 * records, compared with the measured time planned for all of them. */
export type Delivery = {
  /** from 0 to 1; 1 if nothing is missing */
  share: number;
  /** the agents with missing measured time, by name */
  shortfalls: Array<DeliveryShortfall>;
};

/** An agent with missing measured time. */
export type DeliveryShortfall = {
  agent: string;
  /** of its own planned time, from 0 to 1 */
  share: number;
  /** where its newest record ends, from the common start; 0 if it has no record, and -1 if that
   * is the planned end, so that the agent was away and came back */
  untilMillis: number;
};

/** The records from which a result was made when its job had ended, so that no change goes
 * unseen. */
export type ResultSeal = {
  /** over the first result's records, stream by stream; the same whether they are rolled up or
   * not */
  sha256: string;
  /** how many these were, by agent */
  records: Record<string, number>;
  /** when the first result was sealed, in ISO 8601 */
  at: string;
  /** what came after that, oldest first; empty while this is the first result */
  amendments: Array<ResultSealAmendment>;
};

/** Records that came after the result was sealed, and the result that was made with them. */
export type ResultSealAmendment = {
  /** counted from 1 */
  number: number;
  /** when it was made, in ISO 8601 */
  at: string;
  /** how many had come since the result before, by agent */
  records: Record<string, number>;
  /** over all records, the earlier ones included */
  sha256: string;
};

/** One figure of a run's measured phases, over all agents. A field is left out if the figure
 * does not have it, or it is not known. */
export type FigureDocument = {
  /** names it in results and exports, for ever: a small letter, then letters, digits and `._@-` */
  id: string;
  /** how its values add up */
  kind: "COUNT" | "SUM" | "WORST" | "MEAN" | "LAST" | "DISTRIBUTION" | "DURATION";
  /** what it is counted in; empty if it is a plain number */
  unit: string;
  /** a few words for tables and charts */
  label: string;
  /** one sentence for a reader who does not know the figure; may be empty */
  help: string;
  /** the heading under which it is shown */
  section: string;
  /** whether what an attempt adds counts although the attempt failed; otherwise only what the
   * last attempt of an iteration adds that ends ok */
  everyAttempt: boolean;
  /** whether its amount for each transaction that ended well is shown, too */
  eachTransaction: boolean;
  /** the id of another figure: this one is shown as a share of it, such as of a processor's
   * whole time, or, if the units differ, as an amount for each, such as milliseconds for each
   * read. `TIME` for a share of the measured time; empty to show the amount itself */
  shareOf: string;
  /** of a count or a sum */
  total?: number;
  /** of a count or a sum */
  perSecond?: number;
  /** of a count or a sum that is shown per transaction */
  perTransaction?: number;
  /** of a count or a sum that is shown as a share of another one: from 0 to 1 */
  share?: number;
  /** of a gauge; also of a count or a sum that is given by the minute, or divided by a figure of
   * another unit, such as milliseconds for each read */
  value?: number;
  /** of a distribution or a duration, in its unit */
  distribution?: LatencyMillis;
};

/** What drifts in the measured part of a run. */
export type DriftDocument = {
  /** of all figures together */
  verdict: "STEADY" | "CHANGED" | "WORSE" | "EARLY";
  /** the time that was examined */
  spanMillis: number;
  /** the number of bins */
  bins: number;
  /** the length of a bin */
  binMillis: number;
  /** the length of a repeating pattern that is not drift; 0 if the run is too short for one */
  cycleMillis: number;
  /** the examined figures */
  figures: Array<DriftFinding>;
  /** names that the user gave and that no figure of the run has */
  unknown: Array<string>;
  /** what drifts, for people */
  sentence: string;
};

/** The drift of one figure over the measured part of a run. Unknown values are left out. */
export type DriftFinding = {
  /** its name */
  figure: string;
  label: string;
  /** the unit of all values here; slopes are per hour */
  unit: string;
  verdict: "STEADY" | "DRIFT" | "STEP" | "EARLY";
  /** whether it steps or drifts to the worse. For a declared figure it is not known which way is
   * worse, so each of its steps and drifts counts. A step that has a cause does not count */
  worse: boolean;
  /** the median of all bins */
  level: number;
  /** the slope */
  perHour: number;
  /** the lower bound of the slope at 95 % confidence */
  perHourLow?: number;
  /** the upper bound of the slope */
  perHourHigh?: number;
  steps: Array<DriftFindingLevelStep>;
  /** the limit that the user has named, if any */
  limit?: DriftFindingLimit;
  /** the finding for people */
  sentence: string;
};

/** A change of level. */
export type DriftFindingLevelStep = {
  /** when, from the common start */
  atMillis: number;
  /** by how much the level is higher since then */
  height: number;
  /** what explains it, in words; empty if nothing does */
  cause: string;
};

/** A limit, and the time until it is reached if the slope stays the same. */
export type DriftFindingLimit = {
  /** in the figure's unit */
  limit: number;
  /** hours from the end of the measurement; 0 if it has been reached */
  hours?: number;
  /** the lower bound, from a bound of the slope */
  hoursLow?: number;
  /** the upper bound */
  hoursHigh?: number;
};

/** Something that happened while a run went on. Charts and tables show it at its time. */
export type Mark = {
  /** its number in the live stream; 0 if it follows from plan and records */
  id: number;
  kind: "phase" | "agent" | "server" | "target" | "clock" | "coarse" | "control" | "note";
  /** when, from the common start */
  atMillis: number;
  /** the end of something that lasted; empty if it goes on, or was a moment */
  untilMillis?: number;
  /** the agent, or the person who noted it; may be empty */
  who: string;
  /** what happened, in one line */
  text: string;
};

/** The results of all thresholds of a run. */
export type ThresholdVerdicts = {
  /** the worst of them */
  verdict: "HOLDS" | "NOT_JUDGED" | "BROKEN";
  /** in the order of the thresholds */
  each: Array<ThresholdDocument>;
};

/** The result of a threshold. */
export type ThresholdDocument = {
  /** the threshold, as `ThresholdText` reads it */
  text: string;
  /** the figure with its part */
  subject: string;
  /** `<`, `<=`, `>` or `>=` */
  sign: string;
  /** the limit, in the unit */
  limit: number;
  /** the unit of value and limit */
  unit: string;
  verdict: "HOLDS" | "NOT_JUDGED" | "BROKEN";
  /** the value over the whole measured time; or that of the worst span, if it must hold in each
   * span of some length; or, for 9 of 10 intervals, the value that 9 of the worst 10 kept;
   * absent if not known */
  value?: number;
  /** whether the true value is higher by an unknown amount, since some transactions have not
   * ended */
  atLeast: boolean;
  /** the beginning of that span, from the common start */
  atMillis?: number;
  /** the result for people */
  sentence: string;
};

/** What held a run back, in a sentence, with the figures that show it. */
export type Diagnosis = {
  /** names the rule that found it, for ever */
  id: string;
  /** the rule in a few words */
  title: string;
  certainty: "certain" | "likely";
  /** what it is, with its numbers */
  sentence: string;
  /** the figures, the most telling one first */
  evidence: Array<DiagnosisEvidence>;
  /** what to do about it, without a full stop */
  todo: string;
};

/** A figure that shows it. */
export type DiagnosisEvidence = {
  /** the id of a figure or measure; that of a class of failures, such as `DEADLOCK` */
  figure: string;
  /** a few words for people */
  label: string;
  /** the average over the measured time, or a number of failures */
  value: number;
  unit: string;
  /** where the first interval begins that shows it, from the common start */
  fromMillis: number;
  /** where the last one ends */
  untilMillis: number;
  /** the section of the result that has it: `charts`, `more-charts`, `errors` or `plans` */
  section: string;
};

/** An observation, and when it was made. */
export type Observed = {
  /** when, on the run's time axis; before 0 if before the load began */
  atMillis: number;
  what: Observation;
};

/** What was found out about the target while the load ran, in words, since no number can say it.
 * All texts come from the target and may hold anything: they are cut to `LONGEST` characters. */
export type Observation = ObservationSeen | ObservationLockWaits | ObservationChanged | ObservationExplained | ObservationSlow | ObservationStatementTable;

/** How something was when it was first looked at. */
export type ObservationSeen = {
  type: "seen";
  subject: "SETTING" | "PLAN" | "STATEMENT" | "PROGRAM";
  name: string;
  text: string;
};

/** Sessions waited for locks at the moment of a reading. */
export type ObservationLockWaits = {
  type: "lockWaits";
  /** the one whose locks, or whose rows' locks, they waited for */
  table: string;
  sessions: number;
};

/** Something is no longer as it was. */
export type ObservationChanged = {
  type: "changed";
  subject: "SETTING" | "PLAN" | "STATEMENT" | "PROGRAM";
  name: string;
  before: string;
  text: string;
};

/** What the target itself says about failures of a class, such as who waited for whom in a
 * deadlock. */
export type ObservationExplained = {
  type: "explained";
  failures: "DEADLOCK" | "LOCK_WAIT" | "SERIALIZATION" | "SNAPSHOT_TOO_OLD" | "CONSTRAINT" | "CONNECTION_LOST" | "READ_ONLY" | "RESOURCE_EXHAUSTED" | "TIMEOUT" | "CANCELLED" | "DRIVER" | "JOB_CODE" | "OTHER";
  text: string;
};

/** One of the slowest iterations of an interval. The load engine itself observes these. */
export type ObservationSlow = {
  type: "slow";
  /** in which operation it was slow */
  spent: ObservationSlowSpent;
  /** how long it took from its beginning, repetitions included */
  serviceMicros: number;
  /** how long after it was due it began; 0 in a closed load */
  lateMicros: number;
  outcome: "OK" | "ROLLED_BACK" | "FAILED" | "UNCERTAIN";
  tries: number;
  /** the job-wide number of its load thread */
  thread: number;
  /** the database's number of its connection; empty if it is not known */
  connection: string;
};

export type ObservationSlowSpent = {
  /** the one in which it spent most time, over all tries; empty if it had none */
  operation: string;
  /** how long that took at once */
  micros: number;
  /** all that ended in it */
  operations: Array<string>;
};

/** What the target itself counted for each form of a statement since it was first looked at. A
 * later one takes the place of an earlier one. */
export type ObservationStatementTable = {
  type: "statements";
  /** the statements that took the most time, the longest first */
  rows: Array<ObservationStatementWork>;
  /** the time of all statements, of those that are no row, too */
  totalMillis: number;
  /** since the first look */
  watchedMillis: number;
  /** how long statements took on the target's side; empty if it does not keep that */
  times: Array<ObservationTimeBucket>;
  /** what is missing and why, in a sentence; empty if nothing is */
  note: string;
};

/** What was counted for one form of a statement. */
export type ObservationStatementWork = {
  /** the job class's name for it; empty if it is not the job class's, or not known */
  operation: string;
  /** without literal values */
  text: string;
  calls: number;
  totalMillis: number;
  /** the longest, below 0 if it is not known */
  maxMillis: number;
  effort: ObservationStatementEffort;
};

/** What the calls of a statement moved; each is below 0 if it is not known. */
export type ObservationStatementEffort = {
  /** that were given or changed */
  rows: number;
  rowsExamined: number;
  temporaryTables: number;
  /** pages that were not in the target's memory */
  blocksRead: number;
};

/** How many statements took as long. */
export type ObservationTimeBucket = {
  /** they took less, and not less than the bucket before */
  upToMicros: number;
  count: number;
};

/** A result for people. */
export type ReportDocument = {
  /** what was run, and how it ended */
  head: ReportHead;
  /** what a study or a comparison was made to find out */
  answers: Array<Block>;
  /** whether the numbers can be trusted, and notes about them */
  verdicts: Array<Block>;
  /** the numbers */
  sections: Array<ReportSection>;
  /** the job and the hosts; a terminal leaves it out */
  setup: Array<ReportSection>;
};

/** What was run, and how it ended. */
export type ReportHead = {
  /** such as `Broadside study` with the title of the job class */
  kind: string;
  /** the name of the job, study or group */
  name: string;
  /** its name in a terminal, which does not show `name` */
  subject: string;
  /** the state in words */
  outcome: string;
  tone: "good" | "plain" | "warn" | "bad";
  /** why it ended so; may be empty */
  reason: string;
  /** its beginning and end, and its id */
  when: string;
  /** the load and the number of agents; may be empty */
  shape: string;
};

export type Block = BlockText | BlockVerdict | BlockNote | BlockHeadline | BlockTable | BlockPairs | BlockSource | BlockPart | BlockOverTime | BlockChart | BlockGraph;

/** A sentence. */
export type BlockText = {
  type: "text";
  text: string;
};

/** A judgement. */
export type BlockVerdict = {
  type: "verdict";
  /** the thing that is judged */
  of: string;
  /** the judgement in a word or two */
  word: string;
  tone: "good" | "plain" | "warn" | "bad";
  /** one sentence */
  reason: string;
  /** further findings, each in one sentence */
  findings: Array<string>;
};

/** A note that must not be missed. */
export type BlockNote = {
  type: "note";
  /** the thing that it is about; may be empty */
  of: string;
  text: string;
};

/** The first numbers. Large on a page; sentences in a terminal. */
export type BlockHeadline = {
  type: "headline";
  figures: Array<BlockHeadlineFigure>;
  sentences: Array<string>;
};

/** A number with a label. */
export type BlockHeadlineFigure = {
  label: string;
  number: string;
};

/** Rows and columns. A column in which no cell says anything is not shown. */
export type BlockTable = {
  type: "table";
  columns: Array<BlockColumn>;
  rows: Array<Array<BlockCell>>;
  /** how many rows a terminal prints */
  most: number;
};

/** The head of a column. */
export type BlockColumn = {
  title: string;
  /** whether its cells are aligned to the right */
  number: boolean;
  /** 0 if it is always shown; otherwise a narrow terminal drops the columns with the highest
   * rank first */
  rank: number;
};

/** A cell. */
export type BlockCell = {
  /** empty for a drawing */
  text: string;
  /** absent if it is plain */
  tone?: "good" | "plain" | "warn" | "bad";
  /** the report draws it in the cell */
  drawing?: BlockDrawing;
};

export type BlockDrawing = BlockSpark | BlockWhisker;

/** A figure over the time of the run. */
export type BlockSpark = {
  type: "spark";
  /** its name in the series of the run */
  metric: string;
  label: string;
  unit: string;
};

/** A difference with its interval, on an axis with zero in the middle. */
export type BlockWhisker = {
  type: "whisker";
  /** the difference in percent */
  at: number;
  /** the lower bound of the interval; empty if it is not known */
  low?: number;
  high?: number;
  /** the end of the axis on both sides, in percent */
  reach: number;
  tone: "good" | "plain" | "warn" | "bad";
};

/** Names and values. */
export type BlockPairs = {
  type: "pairs";
  pairs: Record<string, string>;
};

/** YAML, as it was written. */
export type BlockSource = {
  type: "source";
  text: string;
};

/** A part under a heading of its own. */
export type BlockPart = {
  type: "part";
  title: string;
  /** whether most readers need only its heading */
  folded: boolean;
  /** the lines that a terminal prints instead of the blocks */
  brief?: Array<BlockPartBrief>;
  blocks: Array<Block>;
};

/** A line of a terminal: a name, and words about it. */
export type BlockPartBrief = {
  name: string;
  words: Array<string>;
};

/** Charts over the time of the run, with lines of its series. */
export type BlockOverTime = {
  type: "overTime";
  charts: Array<BlockTimeChart>;
  /** the phases that are not measured, and the marks */
  shades: Array<BlockShade>;
};

/** A chart over the time of the run. */
export type BlockTimeChart = {
  title: string;
  unit: string;
  /** empty for the heat map of latencies */
  lines: Array<BlockMetricLine>;
};

export type BlockMetricLine = {
  /** its name in the series of the run */
  metric: string;
  label: string;
};

/** A phase or a mark under the lines of a chart. */
export type BlockShade = {
  from: number;
  /** its end, which is its beginning if it is a moment */
  until: number;
  /** its number in a table of marks; empty for a phase */
  number: string;
  words: string;
};

/** A chart with its own lines. */
export type BlockChart = {
  type: "chart";
  title: string;
  unit: string;
  axis: "time" | "nines" | "amount";
  /** the positions of the values of each line, ascending */
  x: Array<number>;
  lines: Array<BlockChartLine>;
  /** whether each value is a measurement of its own */
  dotted: boolean;
};

/** A line of a chart: the lowest and the highest value at each position; empty if it is unknown. */
export type BlockChartLine = {
  label: string;
  low: Array<number | null>;
  high: Array<number | null>;
};

/** The members of a group, each to the right of all that it waits for. */
export type BlockGraph = {
  type: "graph";
  nodes: Array<BlockGraphNode>;
  edges: Array<BlockGraphEdge>;
};

export type BlockGraphNode = {
  name: string;
  /** `job` or `study` */
  kind: string;
  state: string;
  /** its position, counted in boxes */
  at: BlockGraphPlace;
};

/** A position counted in boxes; a row may be a fraction. */
export type BlockGraphPlace = {
  column: number;
  row: number;
};

export type BlockGraphEdge = {
  from: string;
  to: string;
  /** the condition */
  on: string;
  /** the positions between both members that it passes */
  past: Array<BlockGraphPlace>;
};

/** A part of a result under a heading. One without blocks is left out. */
export type ReportSection = {
  /** the page finds the section by it */
  id: string;
  title: string;
  /** explains its numbers; may be empty */
  note: string;
  blocks: Array<Block>;
};

/** What charts draw of a run, of bounded size however long the run is. Immutable and JSON-ready.
 * Each list has one element for each bucket of intervals in a row; what is not known is null. */
export type SeriesDocument = {
  /** everything that the live stream tells up to this number is in it, unless there is more */
  through: number;
  /** whether there are newer intervals, which the next call reads */
  more: boolean;
  /** the interval with which the first bucket begins */
  first: number;
  /** how many intervals a bucket stands for */
  stride: number;
  /** from the common start */
  startMillis: Array<number | null>;
  endMillis: Array<number | null>;
  /** whether an agent's record is missing */
  provisional: Array<boolean>;
  /** by name, the lowest and the highest figure in each bucket */
  metrics: Record<string, SeriesRange>;
  /** how many transactions took how long in each bucket */
  heat: Array<Heat>;
  /** the declared figures; their metrics are there if they were asked for */
  figures: Array<Figure>;
  /** what has ended, over all phases */
  totals: SeriesTotalsDocument;
  /** as JSON, the newest interval, the newest that has figures, and those of the newest 300 that
   * may still change */
  newest: Array<IntervalDocument>;
};

/** The lowest and the highest figure of a metric. */
export type SeriesRange = {
  low: Array<number | null>;
  high: Array<number | null>;
};

export type SeriesTotalsDocument = {
  /** transactions that ended well */
  ok: number;
  failed: number;
  uncertain: number;
  retried: number;
  failedBy: Record<string, number>;
  /** the totals of each operation */
  operations: Record<string, PointEnded>;
};

/** How often an operation ended well and badly. */
export type PointEnded = {
  transactions: number;
  failed: number;
};

/** What the workers of a run wrote, and their agents about them: its beginning and its newest
 * lines, oldest first. JSON-ready. */
export type RunLog = {
  lines: Array<RunLogLine>;
};

/** A line. */
export type RunLogLine = {
  /** its number in the live stream */
  id: number;
  /** the agent that it comes from; empty if the line says how many were left out */
  agent: string;
  at: string;
  line: string;
};

/** A note. */
export type Note = {
  text: string;
  /** when it happened */
  at?: string;
};

/** One agent's part of a job, as the live page shows it. Immutable and JSON-ready. */
export type ShareView = {
  /** the agent */
  name: string;
  /** the agent's connection: `connected`, `suspect` or `lost` */
  state: string;
  /** where the share is, such as `forking`, `running`, `finished`, `broken` */
  status: string;
  /** why it is broken or was rejected; empty otherwise */
  detail: string;
  /** how many load threads it has, with a connection each */
  threads: number;
  /** how many of them were at work in the newest interval */
  atWork: number;
  /** the server's wall clock minus the agent's, as measured before the start */
  clockOffsetMillis: number;
  /** the bound of that measurement's error */
  clockErrorMillis: number;
  /** the newest interval whose record is stored; -1 if there is none yet */
  lastInterval: number;
  /** how its load generator fared in that interval */
  generator: GeneratorSample;
};

/** All agents, as a document. */
export type Agents = {
  agents: Array<AgentView>;
};

/** An agent as the HTTP API, the page and the command line show it. Immutable and JSON-ready. */
export type AgentView = {
  name: string;
  /** `connected`, `suspect` or `lost` */
  state: string;
  version: string;
  /** where it called from */
  address: string;
  /** the beginning of its newest connection */
  connectedAt: string;
  lastHeardAt: string;
  labels: Record<string, string>;
  /** facts about its host, as it states them */
  host: Record<string, string>;
  /** ids of the jobs that it has a share of */
  jobs: Array<string>;
  /** how many jobs it has at once */
  capacity: number;
  /** whether it gets no new job */
  drained: boolean;
  /** the server's wall clock minus the agent's */
  clockOffsetMillis: number;
  /** the bound of that measurement's error */
  clockErrorMillis: number;
  /** the shortest of the last echoes */
  roundTripMillis: number;
  /** how far off it is and what to do; empty if it is near enough */
  clockWarning?: string;
  /** the records that it keeps of runs that the server does not know */
  unclaimed: Array<AgentUnclaimed>;
};

/** Records of a run that the server does not know; they are with the agent alone. */
export type AgentUnclaimed = {
  runId: string;
  /** how many */
  records: number;
  /** when they became unclaimed, on the agent's clock */
  since: string;
};

/** A change of folder and tags. Two users who change different tags do not undo each other's
 * changes. */
export type FilingChange = {
  /** empty if it stays */
  folder: string | null;
  add: Array<string>;
  remove: Array<string>;
};

/** All comments on a job. */
export type Comments = {
  comments: Array<Comment>;
};

/** A user's comment on a job. */
export type Comment = {
  /** among those of its job, from 1 */
  number: number;
  /** the user's name */
  author: string;
  /** when it was made */
  at: string;
  /** at most 2,000 characters, without control characters other than line breaks and tabs */
  text: string;
};

/** A new comment. */
export type Said = {
  text: string;
};

/** All files attached to a job. */
export type Attachments = {
  attachments: Array<Attachment>;
};

/** A file attached to a job. The server never interprets its bytes. */
export type Attachment = {
  /** from `cleaned`; unique within its job */
  name: string;
  /** in bytes */
  size: number;
  /** of its bytes, in lower-case hex */
  sha256: string;
  /** the user's name */
  author: string;
  /** when it came */
  at: string;
};

/** The body of an order to many jobs, studies or groups. */
export type OrderBody = {
  /** the word of a `WorkOrder` of the kind, such as `rerun` */
  order: string;
  /** the ids of those that get the order; either ids or a query is given */
  ids?: Array<string>;
  /** the order goes to all that a list with this query shows; `*` stands for all */
  query?: string;
  /** of the order `file`: what changes of each one's folder and tags */
  filing?: FilingChange;
  /** whether the answer only lists those that would get the order */
  dryRun?: boolean;
};

/** The result of an order. */
export type Done = {
  /** in the order of the given ids, or newest first */
  items: Array<Ordered>;
};

/** The result for one of them. */
export type Ordered = {
  id: string;
  /** empty if it does not exist */
  name: string;
  /** its state afterwards; empty if it does not exist */
  state: string;
  /** false if there is a problem, or nothing had to be done */
  done: boolean;
  /** why it was not done, in one sentence */
  problem?: string;
  /** for `rerun`: the id of the new one */
  newId?: string;
};

/** The recordings of a job, in the order of the agents' shares. */
export type RecordingList = {
  recordings: Array<RecordingsRecording>;
};

/** The recording of one agent's worker. */
export type RecordingsRecording = {
  agent: string;
  /** its size; 0 if it has not come */
  bytes: number;
  /** why it has not come; absent if it has */
  missing?: string;
};

export type Channels = {
  channels: Array<ChannelView>;
};

export type ChannelView = {
  name: string;
  /** `webhook` or `mail` */
  kind: string;
};

export type Tested = {
  channel: string;
  arrived: boolean;
  /** why the notice did not arrive; empty if it did */
  failure: string;
};

export type Resent = {
  channel: string;
  /** how many are sent now, one after the other */
  notices: number;
};

export type Notices = {
  notices: Array<NoticeView>;
};

/** A notice that has not arrived. */
export type NoticeView = {
  /** its subject: `job`, `study` or `group` */
  kind: string;
  /** the subject's id */
  id: string;
  /** `ended`, `failed`, `changed` or `waiting` */
  event: string;
  /** its channel */
  channel: string;
  /** how often it was sent */
  tries: number;
  /** why it did not arrive the last time, in a sentence without a stop */
  cause: string;
  /** whether it will not be sent again */
  givenUp: boolean;
  /** when it is sent again, or when it was given up */
  at: string;
};

/** A server as clients see it. */
export type ServerView = {
  version: string;
  disk: DiskUse;
  /** what each retention rule keeps, the general rule first; empty until the server has looked
   * for the first time */
  kept: Array<KeptJobs>;
  /** what is due to be deleted and is not, why, and what to do; empty if nothing is */
  waiting: string;
  /** how each receiver of metrics fares; empty if `--push` names none */
  push: Array<PushStatus>;
};

/** How much room there is for results, and how long it lasts if the store keeps growing. */
export type DiskUse = {
  /** free on the disk of the data folder; -1 if unknown */
  freeBytes: number;
  /** the server warns when less than this is free */
  floorBytes: number;
  /** the size of the stored data; empty for PostgreSQL, whose disk is not this server's */
  storeBytes?: number;
  /** until the floor is reached if the store grows as in the last day; empty if it does not
   * grow, or its growth is unknown */
  daysLeft?: number;
  /** the warning, with what to do; empty while there is room */
  sentence: string;
};

/** The finished jobs that a retention rule keeps. */
export type KeptJobs = {
  /** the folder of the rule; empty for the general rule */
  folder: string;
  /** how long after its end a job is kept; absent for ever */
  days?: number;
  /** the oldest jobs are deleted above this size; absent if there is no bound */
  mostBytes?: number;
  /** how many jobs there are */
  jobs: number;
  /** the size of the folder's jobs, or of the whole store for the general rule; absent if the
   * rule has no bound */
  bytes?: number;
  /** until the first of them is deleted for its age; absent if none will be */
  daysLeft?: number;
};

/** How a receiver of metrics fares, in requests: one for each interval of each running job, and
 * by remote write one more when a job has ended. Its address is not in it, since that may be a
 * secret. */
export type PushStatus = {
  /** as the operator's file has it */
  name: string;
  /** `otlp` or `remoteWrite` */
  protocol: string;
  /** how many wait to be sent */
  waiting: number;
  /** how many it has taken since the server's start */
  sent: number;
  /** how many were given up, the oldest first, since too many waited */
  dropped: number;
  /** how many it refused, in whole or in part; they are not sent again */
  refused: number;
  /** what is wrong, in a few words; empty if nothing is */
  trouble: string;
};

/** Studies, as a document. */
export type StudyList = {
  /** newest first */
  studies: Array<StudyView>;
  /** the value of `after` for the next page, if there are more */
  next?: string;
};

/** A study as it is shown: `running`, `paused`, `stopping`, `completed`, `cancelled`, `failed`
 * or `lost`. */
export type StudyView = {
  id: string;
  name: string;
  /** in a word */
  state: string;
  /** what it waits for, or why it failed, was cancelled or was lost; empty otherwise */
  reason: string;
  submittedAt: string;
  endedAt?: string;
  /** channels that are notified of it as a whole, such as `ops:failed` */
  tells: Array<string>;
  /** names with slashes between them, `nightly/mysql`; empty if the job is in no folder */
  folder: string;
  /** in the order in which they were given, without duplicates */
  tags: Array<string>;
  /** the definition that it is a run of; its own id if none was given */
  definition: string;
  jobClass: string;
  title: string;
  pack: string;
  /** the named database that it goes to, if it names one */
  target?: string;
  /** the job class's parameters, secrets redacted */
  parameters: Record<string, string>;
  /** the seed of all random draws of its load threads */
  seed: string;
  /** the common start of its first step */
  startedAt?: string;
  /** what each step asks for */
  agents: JobWanted;
  /** what differs between steps: `threads`, or `target, rate` */
  axis: string;
  /** all of them, in the order in which they run; of a search, those chosen so far */
  steps: Array<StudyStepView>;
  /** what is measured */
  plan: StudyPlan;
};

/** One step. */
export type StudyStepView = {
  /** load threads of each agent */
  threads: number;
  jobId: string;
  /** the job's; `planned` if it was not submitted yet */
  state: string;
  /** why the job waits, failed, was cancelled or was lost; empty otherwise */
  reason: string;
  /** its result in one line, once there is one */
  headline?: Headline;
  /** where it lies */
  point: StudyPoint;
};

/** The point at which a step of a study measures. */
export type StudyPoint = {
  /** the value on each axis, in the order of the axes */
  at: Record<string, string>;
  /** which measurement of this point it is, from 1 */
  repeat: number;
};

/** What a study measures: every point on its axes, or a search for the knee at each point. */
export type StudyPlan = {
  /** what differs between points, the slowest first; none if one job is only repeated */
  axes: Array<StudyAxis>;
  order: "given" | "interleaved" | "randomised";
  /** how often each point is measured */
  repeats: number;
  /** the pause between two steps */
  settleMillis: number;
  /** the search at each point, if any */
  knee?: KneePlan;
};

/** A value that differs between the steps of a study. */
export type StudyAxis = {
  /** `threads` (of each agent), `rate`, another field of a job, or a parameter of the job class */
  name: string;
  /** texts in the form of their declaration, without duplicates */
  values: Array<string>;
};

/** The range of rates in which a knee is searched for, and the precision. */
export type KneePlan = {
  /** iterations per second of the first step */
  from: number;
  /** the highest rate that is tried */
  to: number;
  /** how wide the knee's interval at 95 % confidence may be in the end, in percent */
  precisionPercent: number;
};

/** One job that ran several times at different points. `broadside run --threads 1,2,4 --json`,
 * the HTTP API and `broadside compare` share this one shape. */
export type StudyDocument = {
  /** what was studied, and how it ended */
  study: StudyHead;
  /** its runs that began, in the order in which they were run */
  steps: Array<StudyStep>;
};

/** What was studied, and how it ended. */
export type StudyHead = {
  id: string;
  name: string;
  /** id of the job class */
  job: string;
  /** the job class's title */
  title: string;
  /** what differs between steps: `threads`, or `target, rate` */
  axis: string;
  /** load threads of each agent, step by step as asked for */
  threads: Array<number>;
  /** what is measured; absent for a single run */
  plan?: StudyPlan;
  /** how many agents each step has */
  agents: number;
  /** `running`, `completed`, `cancelled`, `failed` or `lost`; a study may also be `paused` or
   * `stopping` */
  state: string;
  /** why it waits, failed, was cancelled or was lost; empty otherwise */
  reason: string;
  /** when the load began on all agents, in ISO 8601; empty if it never did. A study begins with
   * its first step */
  startedAt: string;
  /** when it ended, in ISO 8601; empty while it goes on */
  endedAt: string;
};

/** One run of a study. */
export type StudyStep = {
  /** load threads of each agent */
  threads: number;
  /** the point at which it measured; absent for a single run */
  point?: StudyPoint;
  /** what ran, and how it ended */
  job: RunJobSummary;
  /** the job class's parameters, secrets redacted */
  parameters: Record<string, string>;
  /** the phases as planned, and the results of each */
  phases: Array<RunPhaseDocument>;
  /** the measured phases, over all agents */
  summary: StatsDocument;
  /** the same per operation name */
  operations: Record<string, StatsDocument>;
  /** every interval in order; a gap in the numbers is a gap in what is known. A long run has
   * gigabytes of them, so documents are made and read without them, and `RunJson` writes them
   * one by one */
  intervals: Array<IntervalDocument>;
  /** the agents that took part */
  agents: Array<RunAgentDocument>;
  /** whether the load generator may have been the limit */
  generator: GeneratorVerdict;
  /** the use of the processors of all agents' hosts */
  host: HostDocument;
  /** whether all counts add up */
  audit: AuditDocument;
  /** every kind of failure, with its first message */
  errors: Array<ErrorSample>;
  /** what else one needs to run it again: versions, driver and database settings, seed, command
   * line */
  provenance: Record<string, string>;
  /** the transactions' latencies in the measured phases, in powers of two */
  distribution: Array<LatencyBucket>;
  /** how much of the planned load came about; empty until the run has ended, and if it never
   * began */
  delivery?: Delivery;
  /** the records that the result was made of; empty until it is final */
  seal?: ResultSeal;
  /** what else the job class and the hosts counted and measured */
  figures: Array<FigureDocument>;
  /** which figures rise, fall or step over the measured phases; empty if too little was
   * measured, or the planned load itself changes */
  drift?: DriftDocument;
  /** what happened, in the order of time */
  marks: Array<Mark>;
  /** the verdicts on the thresholds, so far if the run goes on; empty if there are none */
  thresholds?: ThresholdVerdicts;
  /** what held the run back, the most important first; empty if nothing is known, and while it
   * runs */
  diagnoses: Array<Diagnosis>;
  /** what was found out about the target in words, in the order of time */
  observed: Array<Observed>;
};

/** A study as one table: a row for each step, ascending along the axes; the peak; and everything
 * that follows from all steps together. */
export type StudyTable = {
  /** what was studied */
  study: StudyHead;
  /** the steps that gave a result */
  rows: Array<StudyTableRow>;
  /** the numbers that at least one row has */
  columns: Array<StudyColumn>;
  /** the step with which the scale-up is compared: the one with the fewest threads among the
   * valid measurements, or among all if none is valid; 0 if there are no steps */
  baseThreads: number;
  /** the step with the highest throughput among the valid measurements; 0 if none is valid */
  peakThreads: number;
  /** for a study with repeats and without a search, all repeats at each point together */
  repeated: Array<PointSummary>;
  /** for a search, the knee at each point on the other axes */
  knees: Array<KneeDocument>;
  /** the universal scalability law, for a closed load along threads */
  law?: ScalabilityLaw;
  /** why the scalability law is not fitted; empty if it is, and if it does not apply */
  lawNote: string;
  /** what limits a closed load along threads; empty if nothing does, or it is not known */
  limit?: LimitingResource;
};

/** One step. */
export type StudyTableRow = {
  /** load threads of each agent */
  threads: number;
  /** load threads of all agents together */
  totalThreads: number;
  /** the step's run */
  runId: string;
  /** the run's state */
  state: string;
  /** whether the load generator may have been the limit */
  generator: "OK" | "LIMITED" | "TOO_FEW_THREADS";
  /** whether the sums add up */
  audit: "BALANCED" | "INCOMPLETE" | "CONFLICT";
  /** the point at which it measured */
  point: StudyPoint;
  /** for a search, whether the step met the thresholds */
  trial?: TrialDocument;
  /** its measures and other numbers, by the ids of the columns, without unknown ones. `scale_up`
   * is its throughput over that of the base step */
  numbers: Record<string, number>;
  /** why it is no valid measurement, in a few words; empty if it is one. A step without a valid
   * measurement is shown, but is never the peak */
  doubt: string;
};

/** Whether a run of an open load, as a step of a search for the knee, met its thresholds.
 * Besides the job's own thresholds a system has to keep up. It must serve 99 % of the arrivals,
 * less 1.5 standard deviations of a Poisson count; and at most 1 % of what it serves may fail. */
export type TrialDocument = {
  /** iterations per second that were asked for */
  rate: number;
  verdict: "MET" | "MISSED" | "VOID";
  /** what is missed, or why the run says nothing; empty if everything is met */
  reasons: Array<string>;
};

/** A column of numbers in a study's table: a measure of the catalogue, another number that every
 * run has, or a figure that the runs declare. Terminal, page, report and CSV loop over the
 * columns. */
export type StudyColumn = {
  /** its name in the rows and in CSV */
  id: string;
  /** its heading */
  label: string;
  /** the unit of its numbers, such as `/s`, `ms`, `%` or `×`; may be empty */
  unit: string;
  /** a sentence that explains it; may be empty */
  help: string;
  /** `OPEN` if it is always shown; otherwise the heading that it is folded under */
  group: string;
  /** 0 if it stays on a narrow terminal; otherwise the columns with the highest rank go first */
  rank: number;
};

/** All repeats at one point of a study together. */
export type PointSummary = {
  /** the value on each axis */
  at: Record<string, string>;
  /** how many there are */
  repeats: number;
  /** how many of them are no valid measurements; they are left out of the means, unless there
   * are no others */
  doubted: number;
  /** by id, the measures that the table of a study always shows; a latency is that of the
   * repeats in which something ended well */
  measures: Record<string, PointSummaryMean>;
};

/** A mean over repeats. */
export type PointSummaryMean = {
  mean: number;
  /** half the width of its interval at 95 % confidence, by Student's t; empty for a single value */
  plusMinus?: number;
};

/** The knee at one point of a study: the highest rate that meets the thresholds. */
export type KneeDocument = {
  /** the value on each of the study's other axes */
  at: Record<string, string>;
  knee: Knee;
  /** what the system was short of at the lowest rate that it missed, as far as it is known */
  limits: Array<string>;
  /** what changed between the highest rate that it met and the lowest that it missed; empty if
   * it is not known */
  limit?: LimitingResource;
  /** the knee and the limits in words */
  sentence: string;
};

/** What is known of the knee: the highest rate at which a system meets its thresholds. */
export type Knee = {
  /** the state of the search */
  verdict: "SEARCHING" | "FOUND" | "UNCERTAIN" | "ABOVE" | "BELOW" | "GENERATOR";
  /** the most probable knee; if the search found none, the highest rate that was met, or 0 */
  rate: number;
  /** lower bound of its interval at 95 % confidence */
  low: number;
  /** upper bound of that interval; 0 if it is not known */
  high: number;
  /** the highest rate that was met; 0 if no rate was met */
  met: number;
  /** the lowest rate that was missed; 0 if no rate was missed */
  missed: number;
  /** how many measurements were used, without void ones */
  trials: number;
};

/** What limits a system beyond some load, and how that shows in the numbers of two steps. The
 * method is the operational analysis of Denning and Buzen (*The Operational Analysis of Queueing
 * Network Models*, ACM Computing Surveys 10(3), 1978). In a closed load each transaction becomes
 * longer in the same measure as throughput no longer follows the threads, so the resource for
 * which it waits longer is the bottleneck; and the bottleneck of a system is the resource whose
 * use reaches its whole first. ``` throughput o---o 1. the last step from which throughput still
 * followed the load: / from there on it rises by less than half as steeply as the o load, on
 * logarithmic scales (a straight line has slope 1) / 2. the first step after it at which a rule
 * holds o 3. nothing is said if two rules hold there, or none threads 1 2 4 8 ... ``` Rules for
 * waits are asked first. Row locks that make up more than half of what a transaction became
 * longer by leave less than half to all other resources. Without them, a resource that is in use
 * nearly all the time, and then work for each transaction that grows with the load. */
export type LimitingResource = {
  /** the id of the rule */
  resource: string;
  /** the resource in a few words */
  title: string;
  /** the step before, in words */
  from: string;
  /** the step after it, in words */
  to: string;
  /** by how many percent throughput was higher there */
  throughputPercent: number;
  /** the rule's value at the step before: milliseconds for each transaction, percent, or an
   * amount for each transaction; empty if only the load generator's verdict is known */
  before?: number;
  /** the same at the step after it */
  after?: number;
  /** which part that is of the time by which transactions became longer, in percent */
  explains?: number;
  /** all of it, without a full stop */
  sentence: string;
};

/** The universal scalability law, fitted to a throughput over concurrency: X(N) = λN / (1 +
 * σ(N−1) + κN(N−1)) (Gunther, *Guerrilla Capacity Planning*, 2007). The intervals at 95 %
 * confidence come from a parametric bootstrap: the law is fitted again to throughputs drawn
 * around it, with a deviation whose own uncertainty is drawn, too. */
export type ScalabilityLaw = {
  /** throughput of a single thread */
  lambda: ScalabilityLawEstimate;
  /** contention: the share of the work that cannot run in parallel */
  sigma: ScalabilityLawEstimate;
  /** coherency: the cost of each pair of threads that have to agree */
  kappa: ScalabilityLawEstimate;
  /** the number of load threads over all agents with the highest throughput; empty if nothing
   * shows that throughput ever falls */
  peakThreads?: ScalabilityLawEstimate;
  /** the law's throughput there */
  peakThroughput?: ScalabilityLawEstimate;
  /** share of the throughput's variance that the law explains, R² */
  determination: number;
  /** how many measurements it is fitted to */
  points: number;
  /** whether its peak lies beyond what was measured */
  beyond: boolean;
};

/** A figure with its interval at 95 % confidence. */
export type ScalabilityLawEstimate = {
  value: number;
  low: number;
  /** empty if there is no upper bound */
  high?: number;
};

/** Groups, as a document. */
export type GroupList = {
  /** newest first */
  groups: Array<GroupView>;
  /** the value of `after` for the next page, if there are more */
  next?: string;
};

/** A group as it is shown: `pending`, `running`, `paused`, `stopping`, `completed`, `cancelled`
 * or `failed`. */
export type GroupView = {
  id: string;
  name: string;
  /** in a word */
  state: string;
  /** what it waits for, or why it failed, was cancelled or was lost; empty otherwise */
  reason: string;
  submittedAt: string;
  endedAt?: string;
  /** channels that are notified of it as a whole, such as `ops:failed` */
  tells: Array<string>;
  /** whether it waits until somebody enables it */
  disabled: boolean;
  /** its start time, while it waits for that */
  beginsAt?: string;
  /** the rule by which it is repeated, with the zone: `0 2 * * 1-5 Europe/Berlin` */
  repeats?: string;
  /** whether its results count, once it is over */
  judgement?: "OK" | "THRESHOLD_BROKEN" | "INVALID" | "NEVER_BEGAN";
  /** in the order in which they are written */
  members: Array<GroupMemberView>;
  /** where each stands, to the right of all that it waits for */
  graph: BlockGraph;
};

/** One member. */
export type GroupMemberView = {
  name: string;
  kind: "job" | "study";
  jobClass: string;
  /** what it waits for */
  after: Array<GroupPlanDependency>;
  /** how often it was begun */
  attempt: number;
  /** `waiting`, `running`, `succeeded`, `failed` or `skipped` */
  state: string;
  /** why it failed or was skipped, or why its job waits; empty otherwise */
  reason: string;
  /** id of its job or its study; absent if it was not begun */
  begun?: string;
  /** whether its result counts, once it is over */
  judgement?: "OK" | "THRESHOLD_BROKEN" | "INVALID" | "NEVER_BEGAN";
  /** the state of that job or study while it goes on, such as `pending`; absent otherwise */
  progress?: string;
  /** of a job, its result in one line, once there is one */
  headline?: Headline;
};

/** What a member waits for. */
export type GroupPlanDependency = {
  /** the other member's name */
  member: string;
  on: "success" | "failure" | "always";
};

/** What a group would do. */
export type GroupOutlook = {
  name: string;
  /** in the order in which they are written */
  members: Array<MemberOutlook>;
  /** where each stands, to the right of all that it waits for */
  graph: BlockGraph;
};

/** What a member would be asked for. */
export type MemberOutlook = {
  name: string;
  kind: "job" | "study";
  after: Array<GroupPlanDependency>;
  /** how long one run of it takes, preparation aside */
  plannedSeconds: number;
  /** its job document with everything filled in, without secrets */
  document: unknown;
};

/** Two studies, or two runs, side by side: how much more or less the second gave, step by step
 * and at the peak, how sure that is, and what else differs between them. Several runs at the
 * same point are repeats of one step. */
export type StudyComparison = {
  /** the study that is compared against */
  a: StudyHead;
  /** the study whose differences are shown */
  b: StudyHead;
  /** one for each point of either study, in the order of the axes */
  points: Array<StudyComparisonPoint>;
  /** the best step of each */
  peaks: StudyComparisonPoint;
  /** differences between the two setups */
  differences: Array<SetupDifference>;
  /** how probable it is that all intervals in `figures` hold the true differences */
  confidence: number;
  /** reasons why some differences may not come from the target, each in one sentence */
  warnings: Array<string>;
};

/** The steps of both studies at one point; one of them may be missing. */
export type StudyComparisonPoint = {
  /** the first study's step; empty if it has none there */
  a?: StudyTableRow;
  /** the second study's */
  b?: StudyTableRow;
  /** how much more of each measure the second has, in percent of the first, by id */
  percents: Record<string, number>;
  /** each figure's difference with its interval; empty if the records of a run are missing */
  figures: Array<FigureDifference>;
  /** what the databases of both did, and the price of a million transactions, as far as they are
   * known of both; without intervals, for others than the load may have had a part in it */
  database: Array<StudyComparisonPointDatabaseDifference>;
};

/** How a figure of one side differs from that of another, and how certain that is. The interval
 * is that of Student's t on the logarithm of the ratio, with the standard errors of `Side` and
 * the degrees of freedom of Welch and Satterthwaite. All intervals of a comparison hold together
 * with `CONFIDENCE`, by Bonferroni's inequality: the more there are, the wider each has to be. */
export type FigureDifference = {
  /** the id of a measure that is compared, such as `throughput` or `p99` */
  figure: string;
  /** the first side's, in transactions per second or milliseconds */
  a: number;
  /** the other side's */
  b: number;
  /** how much higher the other side is, in percent of the first */
  percent: number;
  /** the interval's lower end, in percent; empty if too little was measured for an interval */
  low?: number;
  /** its upper end */
  high?: number;
  /** the smallest difference that would have been shown nine times in ten, in percent */
  smallest?: number;
  verdict: "BETTER" | "WORSE" | "NO_DIFFERENCE_SHOWN" | "NOT_KNOWN";
};

/** What a database did on both sides. */
export type StudyComparisonPointDatabaseDifference = {
  column: StudyColumn;
  /** the first side's number, the mean of its repeats */
  a: number;
  /** the second side's */
  b: number;
  /** how much higher the second is; empty if the first is 0 */
  percent?: number;
};

/** A difference between the setups of two runs. */
export type SetupDifference = {
  /** such as `parameter scale`, `driver.version` */
  what: string;
  /** the first run's value; empty if it has none */
  a: string;
  /** the second run's value; empty if it has none */
  b: string;
};

export type PercentileCurves = {
  /** empty if too little is known */
  chart?: BlockChart;
};

/** All runs of one definition, and when the level of a figure changed. */
export type RunHistory = {
  /** the name that the runs share */
  definition: string;
  /** oldest first */
  runs: Array<RunHistoryRun>;
  /** what the runs have besides the measures of every history */
  columns: Array<StudyColumn>;
  /** ids of runs that are left out, because their results cannot be read */
  unreadable: Array<string>;
  /** by their first run, oldest first */
  changes: Array<RunHistoryChange>;
  /** how probable it may be that a history without any change is said to have one */
  chance: number;
};

/** One run. */
export type RunHistoryRun = {
  id: string;
  name: string;
  state: string;
  /** how much of the planned load came about, from 0 to 1; empty if it never began */
  delivered?: number;
  startedAt: string;
  /** the numbers of measures and of the history's columns, by id; without latencies if nothing
   * ended well */
  measures: Record<string, number>;
  /** whether the load generator may have been the limit */
  generator: "OK" | "LIMITED" | "TOO_FEW_THREADS";
  /** whether the sums add up */
  audit: "BALANCED" | "INCOMPLETE" | "CONFLICT";
  /** why the search for changes leaves the run out, in a few words; empty if it does not. Such a
   * run is no valid measurement, so a difference need not come from the target */
  leftOut: string;
};

/** A change of a figure's level. */
export type RunHistoryChange = {
  /** the id of the measure or column */
  figure: string;
  /** the mean of the runs since the previous change */
  from: number;
  /** the mean of the runs until the next change */
  to: number;
  /** by how many percent the level has risen */
  percent: number;
  /** whether the level changed for the better */
  better: boolean;
  /** 1 minus the probability that chance makes such a change */
  confidence: number;
  /** the last run before the change */
  lastRun: string;
  /** the first run after the change */
  firstRun: string;
  /** when the first run after the change began */
  at: string;
  /** what those two runs had configured differently */
  differences: Array<SetupDifference>;
};

/** Changes of definitions, newest first. */
export type ChangeList = {
  changes: Array<HistoriesFoundChange>;
};

/** A change of a definition, as it was when it was found. */
export type HistoriesFoundChange = {
  /** the run whose end has shown it */
  job: string;
  name: string;
  definition: string;
  /** when that was */
  endedAt: string;
  sentence: string;
};

/** All targets, as a document. */
export type TargetList = {
  targets: Array<TargetView>;
  /** whether jobs may use no other database */
  only: boolean;
  /** the fields of a target */
  fields: Array<JobFieldView>;
};

/** A target as clients see it. */
export type TargetView = {
  name: string;
  url: string;
  user: string;
  driverProperties: string;
  labels: Array<string>;
  note: string;
  /** of all jobs together; 0 for any number */
  maxConnections: number;
  /** iterations per second of all jobs together; 0 for any number */
  maxRate: number;
  /** whether it has one job at a time */
  exclusive: boolean;
  /** whether a submission has to repeat its name */
  protected: boolean;
  /** whether it has a password, which is never shown */
  hasPassword: boolean;
  /** ids of the open jobs, studies and members of groups that name it */
  usedBy: Array<string>;
};

/** The declaration of a field of a job, from which the page draws its form. */
export type JobFieldView = {
  /** its place in a document: `threads`, or `agents.count` */
  path: string;
  /** its name for people */
  label: string;
  /** the fields that it stands with */
  group: string;
  /** whether it takes several values, separated by commas */
  list: boolean;
  /** paths of fields that it needs */
  needs: Array<string>;
  /** paths of fields that it excludes */
  excludes: Array<string>;
  declared: ParameterDescriptor;
};

/** A declared parameter as data. Every bound is a text in users' notation. */
export type ParameterDescriptor = {
  name: string;
  /** `text`, `files` (texts of files), `whole`, `decimal`, `flag`, `choice`, `span` or `secret` */
  kind: string;
  help: string;
  /** the default; empty if the parameter is required */
  preset: string | null;
  /** lowest value of a number or a span; empty for other kinds */
  minimum: string;
  /** highest value of a number or a span, longest text; empty for other kinds */
  maximum: string;
  /** regular expression of a text; empty for other kinds */
  pattern: string;
  /** the pattern in words; empty for other kinds */
  shape: string;
  /** the words of a choice; empty for other kinds */
  choices: Array<ParameterOption>;
  /** whether it may have another value in each phase of a run */
  perPhase: boolean;
  /** whether few users change it */
  advanced: boolean;
};

/** One word of a `Choice`. */
export type ParameterOption = {
  /** the word */
  value: string;
  /** what it means */
  help: string;
};

/** All job classes, as a document. */
export type JobClasses = {
  jobClasses: Array<JobClassView>;
  /** the fields of a job of any class */
  fields: Array<JobFieldView>;
};

/** A job class as clients see it. */
export type JobClassView = {
  id: string;
  title: string;
  summary: string;
  parameters: Array<ParameterDescriptor>;
  operations: Array<string>;
  /** the figures that it declares */
  figures: Array<Figure>;
  pack: PackName;
};

/** Where a job class comes from. */
export type PackName = {
  name: string;
  version: string;
  sha256: string;
};

/** All packs, as a document. */
export type Packs = {
  packs: Array<PackView>;
};

/** A pack as clients see it. */
export type PackView = {
  sha256: string;
  name: string;
  version: string;
  bytes: number;
  installedAt: string;
  classes: Array<string>;
  /** ids of the open jobs, studies and members of groups that need it */
  wantedBy: Array<string>;
};

/** An agent whose credential was revoked. */
export type Revoked = {
  agent: string;
};

/** The name that an agent gets. */
export type NewName = {
  name: string;
};

/** An agent that was renamed. */
export type Renamed = {
  agent: string;
  /** its old name */
  formerly: string;
};

/** Whether an agent gets no new job. */
export type Drained = {
  agent: string;
  drained: boolean;
};

export type AgentToken = {
  token: string;
  command: string;
  expiresAt: string;
};

/** How many tokens were ended. */
export type Ended = {
  tokens: number;
};

/** The request of an agent that joins. */
export type Joining = {
  agent: string;
  secret: string;
  /** 43 random characters of URL-safe Base64, its credential from then on; if it is left out,
   * the server makes one */
  credential?: string;
};

/** The credential of an agent. */
export type Credential = {
  credential: string;
};

/** The answer to a request that failed: `application/problem+json` of RFC 9457. */
export type ProblemDocument = {
  /** a name for this kind of problem */
  type: string;
  /** the kind in a few words */
  title: string;
  /** the HTTP status again */
  status: number;
  /** one sentence for the user */
  detail: string;
  /** everything that is wrong with the input, if the input is wrong */
  problems?: Array<ProblemItem>;
};

/** One problem of the input. */
export type ProblemItem = {
  /** the place in the request: a JSON pointer (RFC 6901) into its body such as
   * `/parameters/scale`, or another name */
  where: string;
  what: string;
  mend: string;
  /** `wrong-input`, or `unreachable` for an address that does not answer */
  kind: "wrong-input" | "unreachable";
  /** the whole problem in one sentence */
  sentence: string;
};
