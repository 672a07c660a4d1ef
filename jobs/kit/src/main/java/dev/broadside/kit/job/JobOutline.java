package dev.broadside.kit.job;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.engine.RowTrigger;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.own.OwnedIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// The declaration of a [TransactionJob]: its name, parameters, tables, transactions, and what must
/// hold after a run. Operations and figures follow from the transactions.
///
/// Made in the constructor of the job class; every method returns this outline.
public final class JobOutline {
  static final String COMMIT = "commit";

  static final Parameter.Span LEAST_PAUSE =
      Parameter.span("intra-min", "Least pause between two statements of a transaction")
          .preset(Duration.ZERO);
  static final Parameter.Span MOST_PAUSE =
      Parameter.span(
              "intra-max",
              "Longest such pause: in the latency of the transaction, and of no statement")
          .preset(Duration.ZERO);

  /// If there are more kinds of transactions, failures are not counted by kind, to leave room for
  /// other figures.
  private static final int MOST_COUNTED = 16;

  private final String id;
  private final String title;
  private final String summary;
  private final List<LoadedTable> tables = new ArrayList<>();
  private final List<Weighted> transactions = new ArrayList<>();
  private final List<RunCheck> checks = new ArrayList<>();
  private final List<Parameter<?>> shaping = new ArrayList<>();
  private final List<Gauge> gauges = new ArrayList<>();
  private final List<Trigger> triggers = new ArrayList<>();
  private Parameters own = Parameters.of();
  private Predicate<ParameterValues> autoCommit = _ -> false;
  private Optional<Lateness> lateness = Optional.empty();
  private Optional<Apart> apart = Optional.empty();
  private boolean fresh;
  private final List<Contradiction> contradictions = new ArrayList<>();

  /// A transaction and how often it is drawn.
  ///
  /// @param weight 0 or more, by the values of a phase
  record Weighted(
      String name,
      ToDoubleFunction<ParameterValues> weight,
      Supplier<? extends Transaction> maker) {

    /// This transaction in two parts: one that writes, and one that only reads, weighted by the
    /// percentage.
    Stream<Weighted> parted(Parameter<Double> readOnlyShare) {
      return Stream.of(
          new Weighted(name, values -> weight(values) * (100 - values.get(readOnlyShare)), maker),
          new Weighted(
              name,
              values -> weight(values) * values.get(readOnlyShare),
              () -> maker.get().readingOnly()));
    }

    private double weight(ParameterValues values) {
      return weight.applyAsDouble(values);
    }
  }

  /// Transactions that some threads do and no others.
  private record Apart(Parameter<Long> threads, Set<String> transactions) {}

  /// Values that do not fit together.
  private record Contradiction(Predicate<ParameterValues> where, Problem problem) {}

  /// A figure that a query answers for, whenever an interval ends.
  ///
  /// @param per the gauge is the growth in this time; empty if it is the value itself
  record Gauge(Figure figure, String query, Optional<Duration> per) {}

  /// A trigger, and whether the user wants it.
  record Trigger(RowTrigger made, Predicate<ParameterValues> wanted) {}

  /// How long transactions may take.
  ///
  /// @param figure counts those that took longer
  /// @param limits by the names of transactions
  record Lateness(Figure figure, Map<String, Duration> limits) {
    long limitNanos(String transaction) {
      return limits.containsKey(transaction) ? limits.get(transaction).toNanos() : Long.MAX_VALUE;
    }
  }

  private JobOutline(String id, String title, String summary) {
    this.id = id;
    this.title = title;
    this.summary = summary;
  }

  /// @param id stable id, as on the command line: `transfer`
  /// @param title a few words for lists
  /// @param summary one to three sentences: what it does, and what must hold afterwards
  public static JobOutline of(String id, String title, String summary) {
    return new JobOutline(id, title, summary);
  }

  /// The job's own parameters. Those that every such job has are added: the target's, `isolation`
  /// and `retry`; `key-distribution` if it draws [Keys]; `reads-to` if a transaction only reads;
  /// and `table-prefix`, `load-threads`, `clean-up` and `fresh` if it has tables.
  public JobOutline parameters(Parameter<?>... parameters) {
    return parameters(Parameters.of(parameters));
  }

  /// As [#parameters(Parameter...)].
  public JobOutline parameters(Parameters parameters) {
    own = own.and(parameters);
    return this;
  }

  /// Parameters of these that may [change by phase][Parameters#perPhase].
  public JobOutline perPhase(Parameter<?>... changing) {
    own = own.perPhase(changing);
    return this;
  }

  /// Values that contradict each other are refused, with a sentence about one of the parameters.
  ///
  /// @param what is wrong
  /// @param mend what the user can do
  public JobOutline refuse(
      Predicate<ParameterValues> where, Parameter<?> parameter, String what, String mend) {
    contradictions.add(
        new Contradiction(where, Problem.wrong("parameter " + parameter.name(), what, mend)));
    return this;
  }

  /// The user may say by `intra-min` and `intra-max` that a transaction pauses between its
  /// statements, as one who reads a page does. A pause is in the latency of the transaction, and of
  /// no statement; locks are held meanwhile.
  public JobOutline pausing() {
    return parameters(LEAST_PAUSE, MOST_PAUSE)
        .perPhase(LEAST_PAUSE, MOST_PAUSE)
        .refuse(
            values -> values.get(LEAST_PAUSE).compareTo(values.get(MOST_PAUSE)) > 0,
            LEAST_PAUSE,
            "it is longer than intra-max",
            "give at most intra-max");
  }

  /// Tables, which are made and loaded in this order if they are missing; later runs reuse them.
  ///
  /// @throws IllegalArgumentException if two have one name
  public JobOutline tables(LoadedTable... more) {
    for (LoadedTable table : more) {
      refuseTwins("tables", table.name(), tables.stream().map(LoadedTable::name));
      tables.add(table);
    }
    return this;
  }

  private void refuseTwins(String kind, String name, Stream<String> others) {
    if (others.anyMatch(name::equals)) {
      throw new IllegalArgumentException(
          "job class %s has two %s called %s: each needs a name of its own"
              .formatted(id, kind, name));
    }
  }

  /// The rows of the tables follow from these parameters, too: tables that were loaded with other
  /// values are refused.
  public JobOutline shapedBy(Parameter<?>... parameters) {
    shaping.addAll(List.of(parameters));
    return this;
  }

  /// A trigger, made when the tables are loaded. Where it is not wanted, where the database has
  /// none or refuses it, [Transaction#triggered(String)] is false, so that transactions do its
  /// work; the fact `data.trigger.NAME` says which, and why.
  ///
  /// @param trigger called by its name without braces
  public JobOutline trigger(RowTrigger trigger, Predicate<ParameterValues> wanted) {
    triggers.add(new Trigger(trigger, wanted));
    return this;
  }

  /// A figure whose value a query gives whenever an interval ends. The query has a tenth of a
  /// second, and a connection of its own on each agent.
  ///
  /// @param figure a gauge
  public JobOutline gauge(Figure figure, String query) {
    gauges.add(new Gauge(figure, query, Optional.empty()));
    return this;
  }

  /// As [#gauge], but the figure is the growth of the query's value in the given time.
  public JobOutline growth(Figure figure, String query, Duration per) {
    gauges.add(new Gauge(figure, query, Optional.of(per)));
    return this;
  }

  /// The tables are made anew for each run.
  public JobOutline freshTables() {
    fresh = true;
    return this;
  }

  /// @param name a few letters: if there are several, each has a figure `transaction.NAME`, how
  ///   long it took from its first try to its commit
  /// @param weight how often it is drawn, against those of the others
  /// @param maker makes one for each load thread
  public JobOutline transaction(String name, double weight, Supplier<? extends Transaction> maker) {
    return transaction(name, _ -> weight, maker);
  }

  /// A kind of transaction whose weight depends on the parameters, by phase: one whose weight is 0
  /// in all phases is not prepared, and needs no privileges.
  ///
  /// @throws IllegalArgumentException if there is one of that name
  public JobOutline transaction(
      String name,
      ToDoubleFunction<ParameterValues> weight,
      Supplier<? extends Transaction> maker) {
    refuseTwins("transactions", name, transactions.stream().map(Weighted::name));
    transactions.add(new Weighted(name, weight, maker));
    return this;
  }

  /// The first threads of each agent do these transactions and no others, and the other threads do
  /// all others. So long queries beside short transactions do not take their threads.
  ///
  /// @param threads how many threads of an agent those are
  public JobOutline apart(Parameter<Long> threads, String... transactions) {
    apart = Optional.of(new Apart(threads, Set.of(transactions)));
    return this;
  }

  /// With parameters for which this holds, every statement commits itself.
  public JobOutline autoCommit(Predicate<ParameterValues> where) {
    autoCommit = where;
    return this;
  }

  /// This percentage of iterations leave their writes out: [Transaction#readOnly()] is true in
  /// them. At 100, no writing statement is prepared, and no privilege for it is needed.
  public JobOutline readOnlyShare(Parameter<Double> percentage) {
    List<Weighted> parted = transactions.stream().flatMap(one -> one.parted(percentage)).toList();
    transactions.clear();
    transactions.addAll(parted);
    return this;
  }

  /// A figure counts the transactions that take longer than they should, of a job with several
  /// kinds whose times are figures.
  ///
  /// @param late a count
  /// @param limits by the names of transactions; those that are not named are never late
  public JobOutline late(Figure late, Map<String, Duration> limits) {
    lateness = Optional.of(new Lateness(late, Map.copyOf(limits)));
    return this;
  }

  /// After a run, a query gives a number that follows from the parameters.
  ///
  /// @param name what then holds, such as `no money was lost`
  public JobOutline check(String name, String query, ToLongFunction<ParameterValues> expected) {
    return check(new RunCheck.Expected(name, query, expected, true));
  }

  /// As [#check(String, String, ToLongFunction)], but only evidence: shown, without deciding
  /// whether the run holds.
  public JobOutline evidence(String name, String query, ToLongFunction<ParameterValues> expected) {
    return check(new RunCheck.Expected(name, query, expected, false));
  }

  /// After a run, a query finds nothing wrong: it gives 0.
  public JobOutline none(String name, String query) {
    return check(name, query, _ -> 0);
  }

  /// After a run, a column of each row is the id of a row of another table: what a foreign key
  /// would check, with reads that the workload does not count.
  public JobOutline refers(String name, String table, String column, String other) {
    return refers(name, table, column, other, "id");
  }

  /// As [#refers(String, String, String, String)], where the other table's id has another name.
  public JobOutline refers(String name, String table, String column, String other, String id) {
    String words =
        """
        select count(*) from {%s} o
        where not exists (select 1 from {%s} t where t.%s = o.%s)\
        """;
    return none(name, words.formatted(table, other, id, column));
  }

  /// After a run, a query gives what it gave before.
  public JobOutline unchanged(String name, String query) {
    return check(new RunCheck.Unchanged(name, query));
  }

  /// After a run, a table has one more row for each execution of one statement, and one less for
  /// each execution of another. Uncertain executions make it an interval.
  ///
  /// @param insert name of the statement that adds a row
  /// @param delete name of the statement that takes one away
  public JobOutline balance(String name, String table, String insert, String delete) {
    return check(
        new RunCheck.Balance(name, "select count(*) from {" + table + "}", insert, delete));
  }

  /// After a run, what a query gives has grown by one for each execution of some operations that
  /// took effect. Uncertain executions make it an interval.
  ///
  /// @param operations names of statements
  public JobOutline grows(String name, String query, String... operations) {
    return check(new RunCheck.Growth(name, query, List.of(operations)));
  }

  /// After a run, the database's own counters are compared with ours, as evidence.
  public JobOutline databaseCounts() {
    return check(new RunCheck.DatabaseCounts());
  }

  private JobOutline check(RunCheck check) {
    checks.add(check);
    return this;
  }

  String id() {
    return id;
  }

  List<LoadedTable> tables() {
    return tables;
  }

  boolean fresh() {
    return fresh;
  }

  Predicate<ParameterValues> autoCommit() {
    return autoCommit;
  }

  Optional<Lateness> lateness() {
    return lateness;
  }

  /// The problems of values that contradict each other.
  List<Problem> contradictions(ParameterValues values) {
    return contradictions.stream()
        .filter(one -> one.where().test(values))
        .map(Contradiction::problem)
        .toList();
  }

  /// The most threads that can own rows; no limit if no rows are owned.
  int mostThreads() {
    boolean owned = transactions.stream().anyMatch(one -> one.maker().get().owns());
    return owned ? OwnedIds.PARTITIONS : Integer.MAX_VALUE;
  }

  List<Weighted> transactions() {
    return transactions;
  }

  /// Whether a thread does a transaction.
  boolean does(ThreadContext thread, String transaction) {
    int place = thread.thread() - thread.firstThread();
    return apart
        .map(some ->
            some.transactions.contains(transaction) == place < thread.values().get(some.threads))
        .orElse(true);
  }

  List<Parameter<?>> shapedBy() {
    return shaping;
  }

  List<Trigger> triggers() {
    return triggers;
  }

  List<Gauge> gauges() {
    return gauges;
  }

  List<RunCheck> checks() {
    return checks;
  }

  /// The description of the job.
  ///
  /// @throws IllegalArgumentException if the declarations do not fit together
  JobDescription description() {
    if (transactions.isEmpty()) {
      throw new IllegalArgumentException("job class " + id + " has no transaction");
    }
    Map<String, String> operations = new LinkedHashMap<>();
    Set<String> rollbacks = new LinkedHashSet<>();
    Map<String, Figure> figures = new LinkedHashMap<>();
    boolean draws = false;
    boolean reads = false;
    for (Weighted one : transactions) {
      Transaction declared = one.maker().get();
      addTo(operations, declared.statements());
      declared.rollbacks().forEach(rollback -> rollbacks.add(rollback.name()));
      declared.amounts().forEach(amount -> put(figures, amount.figure()));
      draws |= !declared.keys().isEmpty();
      reads |= declared.onlyReads();
      timeOf(one).ifPresent(time -> put(figures, time));
      failedOf(one).ifPresent(failed -> put(figures, failed));
    }
    lateness.ifPresent(late -> put(figures, late.figure()));
    gauges.forEach(gauge -> put(figures, gauge.figure()));
    rollbacks.add(COMMIT);
    rollbacks.forEach(one -> refuseTwins("operations", one, operations.keySet().stream()));
    List<String> names = Stream.concat(operations.keySet().stream(), rollbacks.stream()).toList();
    return new JobDescription(
        id, title, summary, parameters(draws, reads), names, List.copyOf(figures.values()));
  }

  /// Several transactions may have the same statement: the same words under the same name.
  private void addTo(Map<String, String> operations, List<SqlStatement<?>> statements) {
    Set<String> own = new HashSet<>();
    for (SqlStatement<?> statement : statements) {
      String said = operations.computeIfAbsent(statement.name(), _ -> statement.sql());
      boolean same = said.equals(statement.sql()) && own.add(statement.name());
      if (!same && !statement.sharesOperation()) {
        refuseTwins("statements", statement.name(), operations.keySet().stream());
      }
    }
  }

  private void put(Map<String, Figure> figures, Figure figure) {
    Figure other = figures.putIfAbsent(figure.id(), figure);
    if (other != null && !other.equals(figure)) {
      throw new IllegalArgumentException(
          "job class %s declares the figure %s twice, and not the same".formatted(id, figure.id()));
    }
  }

  /// The figure of a transaction's time; empty if it is the only kind, whose time is that of the
  /// iteration.
  Optional<Figure> timeOf(Weighted one) {
    return Optional.of(Figure.ofTransaction(one.name()).help("from its first try to its commit"))
        .filter(_ -> kinds() > 1);
  }

  /// The figure that counts those that did not end well; empty if it is the only kind, and if there
  /// are more than [#MOST_COUNTED] kinds.
  Optional<Figure> failedOf(Weighted one) {
    return Optional.of(Figure.ofFailed(one.name()))
        .filter(_ -> kinds() > 1 && kinds() <= MOST_COUNTED);
  }

  private long kinds() {
    return transactions.stream().map(Weighted::name).distinct().count();
  }

  private Parameters parameters(boolean draws, boolean reads) {
    boolean chosen = draws && own.find(KeyDistribution.PARAMETER.name()).isEmpty();
    Parameters all =
        TargetParameters.ALL
            .and(own)
            .and(chosen ? Parameters.of(KeyDistribution.PARAMETER) : Parameters.of())
            .and(reads ? Parameters.of(TargetParameters.READS_TO).folded() : Parameters.of())
            .and(Parameters.of(TargetParameters.ISOLATION, RetryPolicy.PARAMETER).folded());
    return tables.isEmpty()
        ? all
        : all.and(
            Parameters.of(
                    TargetParameters.TABLE_PREFIX,
                    TargetParameters.LOAD_THREADS,
                    TargetParameters.FINGERPRINT)
                .and(
                    fresh
                        ? Parameters.of()
                        : Parameters.of(TargetParameters.CLEAN_UP, TargetParameters.FRESH))
                .folded());
  }
}
