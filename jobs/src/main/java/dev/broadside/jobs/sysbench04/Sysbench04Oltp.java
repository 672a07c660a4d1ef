package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ThreadContext;
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
import dev.broadside.kit.verify.Counters;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    OltpSettings settings = settings(context);
    return settings.table().misfit(at, settings.inserts()).stream().toList();
  }

  /// Makes the table what the mode needs, full or empty, then notes what the run is held against.
  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    OltpSettings settings = settings(context);
    SbtestTable table = settings.table();
    long rows = 0;
    if (settings.inserts()) {
      table.empty(at);
    } else {
      rows = table.fill(at, context);
    }
    Facts more = facts.with(ROWS_BEFORE, rows);
    if (settings.updatesKeysOnly()) {
      more = more.with(K_BEFORE, table.sumOfK(at));
    }
    return counters(at, context, more);
  }

  @Override
  protected Facts counters(OpenTarget at, JobContext context, Facts facts) {
    return Counters.read(at, List.of(settings(context).table().name())).into(facts);
  }

  @Override
  protected boolean complete(OpenTarget at, JobContext context) throws SQLException {
    return !settings(context).inserts() && settings(context).table().isLoaded(at);
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
    settings(context).table().drop(at);
  }
}
