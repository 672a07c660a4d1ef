package dev.broadside.jobs.sysbench04;

import dev.broadside.core.param.ParameterValues;
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
import dev.broadside.kit.jdbc.AnswerWatch;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.jdbc.TargetFacts;
import dev.broadside.kit.jdbc.TargetParameters;
import dev.broadside.kit.jdbc.TargetTrial;
import dev.broadside.kit.verify.Counters;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The OLTP test of sysbench 0.4.12: `--test=oltp`, with its options and defaults.
///
/// Source: sysbench 0.4.12, `sysbench/tests/oltp/sb_oltp.c`. What differs is in docs/sysbench04.md.
public final class Sysbench04Oltp implements JobClass {
  static final String ROWS_BEFORE = "data.rows-before";
  static final String K_BEFORE = "data.sum-of-k-before";

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "sysbench04_oltp",
        "sysbench 0.4 OLTP",
        """
        The OLTP test of sysbench 0.4.12, as in the MySQL 5.4 articles: one table of equal rows; \
        a transaction of 14 reads and 4 writes, or of the reads alone, or single statements.\
        """,
        OltpParameters.ALL,
        Query.names());
  }

  @Override
  public List<Problem> check(ParameterValues values) {
    List<Problem> problems = new ArrayList<>(Target.check(values));
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
    return List.copyOf(problems);
  }

  @Override
  public List<Problem> trial(JobContext context) {
    ParameterValues values = context.values();
    OltpSettings settings = new OltpSettings(values);
    int connections =
        Math.max(context.totalThreads(), settings.whole(OltpParameters.LOAD_THREADS) + 1);
    return TargetTrial.of(
        Target.of(values),
        connections,
        (connection, dialect) ->
            new TargetTrial.Demands(
                privileges(settings),
                new SbtestSchema(connection, dialect, settings).misfit().stream().toList()));
  }

  private static Set<String> privileges(OltpSettings settings) {
    Set<String> privileges =
        new TreeSet<>(Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "INDEX"));
    if (settings.drops() || settings.inserts()) {
      privileges.add("DROP");
    }
    return privileges;
  }

  /// Makes the table what the mode needs, full or empty, then notes what the run is held against.
  @Override
  public Facts prepare(JobContext context) throws SQLException, InterruptedException {
    ParameterValues values = context.values();
    OltpSettings settings = new OltpSettings(values);
    Target target = Target.of(values);
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      Dialect dialect = Engines.of(connection);
      SbtestSchema schema = new SbtestSchema(connection, dialect, settings);
      List<Problem> misfit = schema.misfit().stream().toList();
      if (!misfit.isEmpty()) {
        throw new SQLException(misfit.getFirst().sentence());
      }
      long rows = 0;
      if (settings.inserts()) {
        schema.empty();
      } else {
        rows = schema.fill(target, context);
      }
      Facts facts = TargetFacts.of(target, connection, dialect).with(ROWS_BEFORE, rows);
      if (settings.updatesKeysOnly()) {
        facts = facts.with(K_BEFORE, settings.table().sumOfK(connection));
      }
      return Counters.read(connection, dialect, settings.table().name()).into(facts);
    }
  }

  @Override
  public JobShare open(ShareContext context) {
    Target target = Target.of(context.values());
    Dialect dialect = TargetFacts.dialect(context.facts());
    OltpSettings settings = new OltpSettings(context.values());
    return new AnswerWatch(
        context.values().get(TargetParameters.ANSWER_TIMEOUT),
        thread -> openThread(thread, target, dialect, settings));
  }

  private static OltpThread openThread(
      ThreadContext context, Target target, Dialect dialect, OltpSettings settings)
      throws SQLException {
    return new OltpThread(
        OltpSession.open(target, dialect, settings),
        settings.requests(context.thread(), context.totalThreads()),
        settings.mode() == OltpSettings.Mode.COMPLEX);
  }

  @Override
  public Verification verify(VerifyContext context) throws SQLException {
    ParameterValues values = context.values();
    try (Connection connection = Target.of(values).connect(Target.Purpose.LOAD)) {
      Dialect dialect = TargetFacts.dialect(context.facts());
      return new OltpVerification(connection, dialect, new OltpSettings(values), context).verify();
    }
  }

  @Override
  public void cleanUp(JobContext context) throws SQLException {
    OltpSettings settings = new OltpSettings(context.values());
    if (!settings.drops()) {
      return;
    }
    try (Connection connection = Target.of(context.values()).connect(Target.Purpose.LOAD)) {
      new SbtestSchema(connection, Engines.of(connection), settings).drop();
    }
  }
}
