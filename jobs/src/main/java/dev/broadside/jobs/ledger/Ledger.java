package dev.broadside.jobs.ledger;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.ThreadContext;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.AnswerWatch;
import dev.broadside.kit.jdbc.AnswerWatch.SessionThread;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetFacts;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.jdbc.TargetTrial;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Moves amounts between accounts, and enters each move in a ledger under a number of its own.
///
/// It is there to prove that a run's counts are those of the database, and for faults: the fewer
/// accounts, the more its transactions wait for each other and deadlock. Its tables are its own,
/// and are made anew for each run.
public final class Ledger implements JobClass {
  static final String RUN = "data.run";

  private static final Parameter.Whole ACCOUNTS =
      Parameter.whole(
              "accounts", "How many accounts there are: the fewer, the more conflicts there are")
          .between(2, 1_000_000)
          .preset(10_000);

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "ledger",
        "Ledger that must balance",
        """
        Three writes and a commit: an entry under a number of its own, and two accounts changed in \
        any order. Afterwards every transaction that was counted must stand in the ledger, once.\
        """,
        TargetParameters.ALL.and(Parameters.of(ACCOUNTS, RetryPolicy.PARAMETER)),
        LedgerThread.OPERATIONS);
  }

  @Override
  public List<Problem> check(ParameterValues values) {
    return Target.check(values);
  }

  @Override
  public List<Problem> trial(JobContext context) {
    return TargetTrial.of(
        Target.of(context.values()),
        context.totalThreads() + 1,
        (_, _) ->
            new TargetTrial.Demands(
                Set.of("SELECT", "INSERT", "UPDATE", "CREATE", "DROP"), List.of()));
  }

  @Override
  public Facts prepare(JobContext context) throws SQLException {
    Target target = Target.of(context.values());
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Dialect dialect = Engines.of(connection);
      LedgerTables tables = new LedgerTables(connection, dialect);
      tables.drop();
      tables.create();
      tables.openAccounts(accounts(context));
      return TargetFacts.of(target, connection, dialect).with(RUN, UUID.randomUUID());
    }
  }

  private static int accounts(JobContext context) {
    return Math.toIntExact(context.values().get(ACCOUNTS));
  }

  @Override
  public JobShare open(ShareContext context) {
    Target target = Target.of(context.values());
    Dialect dialect = TargetFacts.dialect(context.facts());
    return new AnswerWatch(
        context.values().get(TargetParameters.ANSWER_TIMEOUT),
        thread -> openThread(thread, target, dialect));
  }

  private static SessionThread openThread(ThreadContext context, Target target, Dialect dialect)
      throws SQLException {
    Session session =
        new Session(
            target,
            dialect,
            new Session.Settings(Session.Settings.DATABASE_DEFAULT, false),
            RetryPolicy.of(context.values()));
    String run = context.facts().text(RUN).orElseThrow();
    return LedgerThread.open(session, run, context.thread(), accounts(context));
  }

  @Override
  public Verification verify(VerifyContext context) throws SQLException {
    try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
      return new LedgerVerification(connection, context).verify();
    }
  }
}
