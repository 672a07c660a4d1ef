package dev.broadside.jobs.igenoltp;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.Problem;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.engine.RetryPolicy;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.TargetParameters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/// What a user may choose about [Igenoltp], and what the choices mean.
final class IgenoltpParameters {
  static final Parameter.Decimal SCALE =
      Parameter.decimal(
              "scale",
              "Size of the data: 10,000 customers, 1,000 products and 100,000 orders times this")
          .between(0.01, 10_000)
          .preset(1.0);

  static final Parameter.Choice MIX =
      Parameter.choice(
              "mix",
              "What the 90/10 of reads and writes is a share of",
              option("transaction", "All six statements, committed once: 18 rows read, 2 written"),
              option(
                  "statement", "One drawn statement, committing itself: 90 % selects, 10 % writes"))
          .preset("transaction");

  static final Parameter.Choice KEY_DISTRIBUTION =
      Parameter.choice(
              "key-distribution",
              "How customers, products and regions are drawn",
              option("uniform", "All equally often"),
              option(
                  "zipfian", "A few very often, many rarely: exponent 0.8, the first key hottest"),
              option("hot-window", "75 % of the draws within 1 % of the keys, in the middle"),
              option("gaussian", "A bell around the middle key"))
          .preset("uniform");

  static final Parameter.Decimal READ_ONLY_SHARE =
      Parameter.decimal(
              "read-only-share",
              "Percentage of iterations that leave the writes out; 100 makes the job read-only")
          .between(0, 100)
          .preset(0.0);

  static final Parameter.Choice ISOLATION =
      Parameter.choice(
              "isolation",
              "Isolation of the transactions",
              option("default", "As the database has it"),
              option("read-uncommitted", "READ UNCOMMITTED"),
              option("read-committed", "READ COMMITTED"),
              option("repeatable-read", "REPEATABLE READ"),
              option("serializable", "SERIALIZABLE"))
          .preset("default");

  static final Parameter.Flag COMMIT =
      Parameter.flag(
              "commit",
              "Commit a transaction's six statements once; if off, each statement commits itself")
          .preset(true);

  static final Parameter.Text TABLE_PREFIX =
      Parameter.text("table-prefix", "What the names of the tables begin with")
          .preset("")
          .matching(
              "([A-Za-z][A-Za-z0-9_]{0,29})?",
              "a letter and at most 29 letters, digits and underscores");

  static final Parameters ALL =
      TargetParameters.ALL.and(
          Parameters.of(
                  SCALE,
                  MIX,
                  KEY_DISTRIBUTION,
                  READ_ONLY_SHARE,
                  ISOLATION,
                  COMMIT,
                  RetryPolicy.PARAMETER,
                  TABLE_PREFIX,
                  TargetParameters.LOAD_THREADS,
                  TargetParameters.CLEAN_UP)
              .perPhase(READ_ONLY_SHARE));

  private static final double ZIPFIAN_EXPONENT = 0.8;

  private IgenoltpParameters() {}

  private static Parameter.Option option(String value, String help) {
    return new Parameter.Option(value, help);
  }

  static boolean statementMix(ParameterValues values) {
    return values.get(MIX).equals("statement");
  }

  /// In the statement mix every statement commits itself, whatever `commit` says.
  static Session.Settings session(ParameterValues values) {
    boolean autoCommit = statementMix(values) || !values.get(COMMIT);
    int isolation =
        switch (values.get(ISOLATION)) {
          case "read-uncommitted" -> Connection.TRANSACTION_READ_UNCOMMITTED;
          case "read-committed" -> Connection.TRANSACTION_READ_COMMITTED;
          case "repeatable-read" -> Connection.TRANSACTION_REPEATABLE_READ;
          case "serializable" -> Connection.TRANSACTION_SERIALIZABLE;
          default -> Session.Settings.DATABASE_DEFAULT;
        };
    return new Session.Settings(isolation, autoCommit);
  }

  /// The sentence about an isolation that the database does not have; empty where it has it.
  static Optional<Problem> unknownIsolation(Connection connection, ParameterValues values)
      throws SQLException {
    int isolation = session(values).isolation();
    return isolation == Session.Settings.DATABASE_DEFAULT
            || connection.getMetaData().supportsTransactionIsolationLevel(isolation)
        ? Optional.empty()
        : Optional.of(
            Problem.wrong(
                "parameter isolation",
                "the database has no isolation " + values.get(ISOLATION),
                "choose another one, or default"));
  }

  /// The chosen distribution over so many keys.
  static KeyDistribution keys(ParameterValues values, long size) {
    return switch (values.get(KEY_DISTRIBUTION)) {
      case "zipfian" -> new KeyDistribution.Zipfian(size, ZIPFIAN_EXPONENT);
      case "hot-window" -> new KeyDistribution.HotWindow(size);
      case "gaussian" -> new KeyDistribution.Gaussian(size);
      default -> new KeyDistribution.Uniform(size);
    };
  }
}
