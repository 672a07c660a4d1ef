package dev.broadside.jobs.ledger;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.JdbcJob;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.SessionThread;
import dev.broadside.kit.jdbc.TargetParameters;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Moves amounts between accounts, and enters each move in a ledger under a number of its own.
///
/// It is there to prove that a run's counts are those of the database, and for faults: the fewer
/// accounts, the more its transactions wait for each other and deadlock. Its tables are its own,
/// and are made anew for each run.
public final class Ledger extends JdbcJob {
  static final String RUN = "data.run";

  private static final Parameter.Whole ACCOUNTS =
      Parameter.whole(
              "accounts", "How many accounts there are: the fewer, the more conflicts there are")
          .between(2, 1_000_000)
          .preset(10_000);

  public Ledger() {
    super(
        new JobDescription(
            "ledger",
            "Ledger that must balance",
            """
            Three writes and a commit: an entry under a number of its own, and two accounts changed in \
            any order. Afterwards every transaction that was counted must stand in the ledger, once.\
            """,
            TargetParameters.ALL.and(Parameters.of(ACCOUNTS, RetryPolicy.PARAMETER)),
            LedgerThread.OPERATIONS));
  }

  @Override
  protected Set<String> privileges(OpenTarget at, JobContext context) {
    return Set.of("SELECT", "INSERT", "UPDATE", "CREATE", "DROP");
  }

  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts) throws SQLException {
    LedgerTables tables = new LedgerTables(at.connection(), at.dialect());
    tables.drop();
    tables.create();
    tables.openAccounts(accounts(context));
    return facts.with(RUN, UUID.randomUUID());
  }

  private static int accounts(JobContext context) {
    return Math.toIntExact(context.values().get(ACCOUNTS));
  }

  @Override
  protected Session.Settings settings(ParameterValues values, Dialect dialect) {
    return new Session.Settings(false);
  }

  @Override
  protected SessionThread open(ThreadContext context, Session session, Dialect dialect)
      throws SQLException {
    String run = context.facts().text(RUN).orElseThrow();
    return new LedgerThread(session, run, context.thread(), accounts(context));
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    return new LedgerVerification(at.connection(), context).checks();
  }
}
