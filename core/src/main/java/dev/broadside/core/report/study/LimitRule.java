package dev.broadside.core.report.study;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// One resource that may limit a system, and how a study's numbers show it. What is not known shows
/// nothing.
///
/// @param id names it in results, for ever
/// @param title the resource
/// @param verb `is` or `are`, after the title
/// @param what what the value is, for a sentence
/// @param least the least value that shows a limit; of a wait, the least part of the time by which
///   transactions became longer
/// @param value from the numbers of a step; not a number if it is not known
record LimitRule(
    String id,
    String title,
    String verb,
    Kind kind,
    String what,
    double least,
    ToDoubleFunction<Map<String, Double>> value) {

  /// What the value of a rule is. A kind is only looked at if those before it show nothing: a wait
  /// that is most of what transactions became longer by leaves less than that for all else.
  enum Kind {
    /// Milliseconds for each transaction.
    WAIT,
    /// A part of all there is, in percent.
    USE,
    /// Work for each transaction.
    COST
  }

  /// More than half: then no other can be as much.
  private static final double MOST_OF_LONGER = 0.5;

  /// Gregg's USE method takes a resource that is nearly always in use for the limit; the rest is
  /// what a scheduler leaves idle between two tasks.
  private static final double NEARLY_ALWAYS = 90;

  /// The last few connections are often kept for administrators.
  private static final double NEARLY_ALL = 98;

  /// With less, most transactions have none of it.
  private static final double ONE_EACH = 1;

  /// Work for each transaction that does not depend on the load varies by less than this.
  private static final double TIMES = 1.5;

  /// Sessions besides the load's wait, too. If the waits grew by more than transactions did, they
  /// are not those of the transactions.
  private static final double MOST_OF_OURS = 1.2;

  static final LimitRule GENERATOR =
      used("generator", "the load generator", "is", NEARLY_ALWAYS, LimitRule::ofLoad);

  static final List<LimitRule> ALL =
      List.of(
          waits("locks", "row locks", "are", "waits for row locks", DatabaseColumns.LOCKS),
          waits("log", "the log", "is", "waits for the log", DatabaseColumns.LOG),
          waits("files", "reads of files", "are", "waits for files", DatabaseColumns.FILES),
          waits("latches", "latches", "are", "waits for latches", DatabaseColumns.LATCHES),
          used(
              "cpu",
              "the processors of the database's host",
              "are",
              NEARLY_ALWAYS,
              numbers -> 100 - number(numbers, StudyColumn.WATCHED_IDLE)),
          used(
              "shared_cpu",
              "the processors of the host that database and load share",
              "are",
              NEARLY_ALWAYS,
              numbers -> shared(numbers) ? number(numbers, DatabaseColumns.CPU) : Double.NaN),
          used(
              "load_cpu",
              "the processors of the load's own hosts",
              "are",
              NEARLY_ALWAYS,
              numbers -> shared(numbers) ? Double.NaN : ofLoad(numbers)),
          used(
              "disk",
              "the busiest disk of the database's host",
              "is",
              NEARLY_ALWAYS,
              numbers -> number(numbers, DatabaseColumns.DISK)),
          used(
              "connections",
              "the connections that the database allows",
              "are",
              NEARLY_ALL,
              numbers -> number(numbers, DatabaseColumns.CONNECTIONS)),
          new LimitRule(
              "buffer",
              "the buffer of pages in memory",
              "is",
              Kind.COST,
              "pages that were not in memory",
              ONE_EACH,
              numbers -> number(numbers, DatabaseColumns.MISSES)));

  private static LimitRule waits(String id, String title, String verb, String what, String column) {
    return new LimitRule(
        id, title, verb, Kind.WAIT, what, MOST_OF_LONGER, numbers -> number(numbers, column));
  }

  private static LimitRule used(
      String id,
      String title,
      String verb,
      double least,
      ToDoubleFunction<Map<String, Double>> value) {
    return new LimitRule(id, title, verb, Kind.USE, title, least, value);
  }

  private static double number(Map<String, Double> numbers, String column) {
    return numbers.getOrDefault(column, Double.NaN);
  }

  private static double ofLoad(Map<String, Double> numbers) {
    return 100 - number(numbers, StudyColumn.IDLE);
  }

  /// Whether database and load are on the same host.
  private static boolean shared(Map<String, Double> numbers) {
    return numbers.containsKey(DatabaseColumns.CPU)
        && !numbers.containsKey(StudyColumn.WATCHED_IDLE);
  }

  /// What is the limit, with its verb. A sentence about use has named it before.
  String subject() {
    String named = kind != Kind.USE ? title : verb.equals("are") ? "they" : "it";
    return named + " " + verb;
  }

  /// Whether it is the limit, from its values at two steps.
  ///
  /// @param longer by how many milliseconds transactions became longer; not a number if by too
  ///   little to ask why
  boolean holds(double before, double after, double longer) {
    return switch (kind) {
      case WAIT -> {
        double part = (after - before) / longer;
        yield part >= least && part <= MOST_OF_OURS;
      }
      case USE -> after >= least && Double.isFinite(before);
      case COST -> after >= least && after >= TIMES * before;
    };
  }

  /// The part of the time by which transactions became longer, in percent; empty if it is no time.
  OptionalDouble explains(double before, double after, double longer) {
    return kind == Kind.WAIT
        ? OptionalDouble.of(Math.min(100, 100 * (after - before) / longer))
        : OptionalDouble.empty();
  }
}
