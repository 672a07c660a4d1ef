package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.jobs.sbtest.Mix;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.jdbc.Transactions;
import dev.broadside.kit.verify.Checks;
import dev.broadside.kit.verify.Counters;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The OLTP test of sysbench 0.4.12: `--test=oltp`, with its options and defaults.
///
/// Source: sysbench 0.4.12, `sysbench/tests/oltp/sb_oltp.c`. What differs is in docs/sysbench.md.
public final class Sysbench04Oltp extends JdbcJob {
  static final String ROWS_BEFORE = "data.rows-before";
  static final String K_BEFORE = "data.sum-of-k-before";

  static final Mix MIX =
      new Mix(
          Stream.concat(
                  Operation.STATEMENTS.stream(),
                  Stream.of(Operation.BEGIN, Operation.COMMIT, Operation.RECONNECT))
              .toList());

  public Sysbench04Oltp() {
    super(
        new JobDescription(
            "sysbench04_oltp",
            "sysbench 0.4 OLTP",
            """
            The OLTP test of sysbench 0.4.12, as in the MySQL 5.4 articles: one table of equal rows; \
            a transaction of 14 reads and 4 writes, or of the reads alone, or single statements.\
            """,
            OltpParameters.ALL,
            MIX.names()));
  }

  @Override
  protected List<Problem> contradictions(ParameterValues values) {
    List<Problem> problems = new ArrayList<>();
    OltpSettings settings = new OltpSettings(values);
    if (settings.mode() == OltpSettings.Mode.COMPLEX && settings.shape().empty()) {
      problems.add(
          Problem.wrong(
              "parameter oltp-point-selects",
              "a transaction without any statement is left",
              "ask for at least one select or range"));
    }
    Duration patience = values.get(TargetParameters.ANSWER_TIMEOUT);
    if (settings.longestSleep().compareTo(patience) > 0) {
      problems.add(
          Problem.wrong(
              "parameter answer-timeout",
              "the delays of one iteration may take longer than that",
              "raise it above %d seconds, or give shorter delays"
                  .formatted(settings.longestSleep().toSeconds() + 1)));
    }
    return problems;
  }

  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) {
    Set<String> privileges =
        new TreeSet<>(Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "INDEX"));
    if (settings(context).inserts()) {
      privileges.add("DROP");
    }
    return privileges;
  }

  @Override
  protected List<Problem> obstacles(OpenTarget at, JobContext context) throws SQLException {
    return table(at, context).misfit().stream().toList();
  }

  /// Makes the table what the mode needs, full or empty, then notes the values that the
  /// verification needs.
  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    SbtestTable table = table(at, context);
    Facts more = facts.with(ROWS_BEFORE, table.prepare(context));
    if (settings(context).updatesKeysOnly()) {
      more = more.with(K_BEFORE, table.sumOfK());
    }
    return counters(at, context, table.judged(more, context));
  }

  @Override
  protected void load(OpenTarget at, ShareContext context)
      throws SQLException, InterruptedException {
    table(at, context).help(context);
  }

  @Override
  protected boolean write(OpenTarget at, JobContext context, Path folder, String form)
      throws SQLException, IOException {
    table(at, context).write(folder, form, context);
    return true;
  }

  @Override
  protected Facts counters(OpenTarget at, JobContext context, Facts facts) {
    return Counters.read(at, List.of(settings(context).table())).into(facts);
  }

  @Override
  protected boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return !settings(context).inserts() && table(at, context).isLoaded();
  }

  private static SbtestTable table(OpenTarget at, JobContext context) {
    return new SbtestTable(at, settings(context));
  }

  private static OltpSettings settings(JobContext context) {
    return new OltpSettings(context.values());
  }

  @Override
  protected Session.Settings settings(ParameterValues values, Dialect dialect) {
    return new Session.Settings(
        !new OltpSettings(values).transactional() || Transactions.autoCommit(dialect));
  }

  @Override
  protected SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    OltpSettings settings = settings(context);
    Requests requests = settings.requests(context.thread(), context.totalThreads());
    return new RequestThread(session, dialect, settings, requests);
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    return new Sysbench04Verification(at, settings(context), context).checks();
  }

  @Override
  protected void drop(OpenTarget at, JobContext context) throws SQLException {
    table(at, context).drop();
  }

  /// Compares the table after a run with what the agents counted.
  private record Sysbench04Verification(
      OpenTarget at, OltpSettings settings, VerifyContext context) {

    List<Check> checks() throws SQLException {
      List<Check> checks = new ArrayList<>();
      checks.add(rowsAreThere());
      if (settings.mode() == OltpSettings.Mode.COMPLEX) {
        checks.add(idsAreOfTheTable());
      }
      if (context.facts().text(Sysbench04Oltp.K_BEFORE).isPresent()) {
        checks.add(keysHaveGrown());
      }
      checks.add(queriesPerformed());
      checks.addAll(Counters.checks(context, at, counted(), List.of(settings.table())));
      return checks;
    }

    private Check rowsAreThere() throws SQLException {
      long before = context.facts().whole(Sysbench04Oltp.ROWS_BEFORE);
      return switch (settings.mode()) {
        case SIMPLE -> rows(before, before, "%,d before", before);
        case COMPLEX ->
            settings.atomic()
                ? rows(before, before, "%,d before", before)
                : nearlyUnchanged(before);
        case NONTRX ->
            switch (settings.nontrxStatement()) {
              case SELECT, UPDATE_KEY, UPDATE_NOKEY -> rows(before, before, "%,d before", before);
              case INSERT -> inserted(before);
              case DELETE -> deleted(before);
            };
      };
    }

    /// Without a real transaction, an iteration may fail between its delete and its insert.
    private Check nearlyUnchanged(long before) throws SQLException {
      long unsure = context.transactions().failed() + context.transactions().uncertain();
      return rows(
          before - unsure,
          before,
          "%,d before, of which %,d failed or uncertain transactions may have lost one each",
          before,
          unsure);
    }

    private Check inserted(long before) throws SQLException {
      Totals inserts = totals(Operation.INSERT);
      long least = before + inserts.ok();
      return rows(
          least,
          least + inserts.uncertain(),
          "%,d before, %,d inserted, %,d uncertain",
          before,
          inserts.ok(),
          inserts.uncertain());
    }

    /// How many deletes found their row at least: no id comes twice until a thread has gone through
    /// its part of them; a delete after that may find no row.
    private long deletesThatFound(long before) {
      return Math.min(totals(Operation.DELETE).ok(), before / Math.max(1, context.totalThreads()));
    }

    private Check deleted(long before) throws SQLException {
      Totals deletes = totals(Operation.DELETE);
      long sure = deletesThatFound(before);
      return rows(
          Math.max(0, before - deletes.ok() - deletes.uncertain()),
          before - sure,
          "%,d before, %,d deletes, of which at least %,d found a row, %,d uncertain",
          before,
          deletes.ok(),
          sure,
          deletes.uncertain());
    }

    /// @param why the numbers are expected, as for [String#format]
    private Check rows(long lowest, long highest, String why, Object... figures)
        throws SQLException {
      long rows = new SbtestTable(at, settings).count();
      return Checks.counted(
          context,
          "rows of " + settings.table(),
          rows >= lowest && rows <= highest,
          String.format(Locale.ROOT, "%,d rows; ", rows) + why,
          figures);
    }

    private Check idsAreOfTheTable() throws SQLException {
      long strange =
          at.whole(
              "select count(*) from %s where id < 1 or id > %d"
                  .formatted(settings.table(), settings.size()));
      return Checks.counted(
          context, "ids are those of the load", strange == 0, "%,d are not", strange);
    }

    private Check keysHaveGrown() throws SQLException {
      long before = context.facts().whole(Sysbench04Oltp.K_BEFORE);
      long grown = new SbtestTable(at, settings).sumOfK() - before;
      Totals updates = totals(Operation.INDEX_UPDATE);
      return Checks.counted(
          context,
          "k has grown by one with each update",
          Checks.accounts(grown, updates),
          "the sum of k grew by %,d; %,d updates, %,d uncertain",
          grown,
          updates.ok(),
          updates.uncertain());
    }

    /// The lines of the tool's report.
    private Check queriesPerformed() {
      return Checks.evidence(
          "queries performed",
          true,
          "read %,d, write %,d, other %,d, total %,d, in %,d transactions",
          Sysbench04Oltp.MIX.queries(context));
    }

    private Totals totals(Operation operation) {
      return Sysbench04Oltp.MIX.totals(context, operation);
    }

    /// Our counts by the names of the database's counters.
    ///
    /// Counters that some databases count differently are left out: an update finds no row while
    /// another transaction deletes and inserts it, and a statement that commits itself is a commit.
    private Map<String, Totals> counted() {
      Map<String, Totals> counted = Sysbench04Oltp.MIX.byDatabaseCounter(context);
      if (settings.mode() == OltpSettings.Mode.COMPLEX) {
        counted.remove("updates");
      }
      if (settings.mode() == OltpSettings.Mode.NONTRX) {
        counted.computeIfPresent("deletes", (_, deletes) -> foundOrNot(deletes));
      }
      if (!settings.atomic()) {
        counted.remove("begins");
        counted.remove("commits");
      }
      return counted;
    }

    /// Some databases count statements, others the rows that they found.
    private Totals foundOrNot(Totals deletes) {
      long found = deletesThatFound(context.facts().whole(Sysbench04Oltp.ROWS_BEFORE));
      return new Totals(
          found,
          deletes.failed() + deletes.ok() - found,
          deletes.uncertain(),
          deletes.rolledBack());
    }
  }
}
