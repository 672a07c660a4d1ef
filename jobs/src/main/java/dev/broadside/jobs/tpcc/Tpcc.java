package dev.broadside.jobs.tpcc;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import dev.broadside.kit.jdbc.OpenTarget;
import dev.broadside.kit.job.JobOutline;
import dev.broadside.kit.job.TransactionJob;
import dev.broadside.kit.verify.Checks;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The order entry of TPC-C 5.11, with its own consistency conditions.
///
/// Its metric is NOPM, new orders per minute: those that were committed, as the database's order
/// numbers must bear out. It is never tpmC, which has rules on size, response times, duration and
/// disclosure that no tool can keep for its user.
public sealed class Tpcc extends TransactionJob permits Ch {
  private static final String NEWEST_ORDER = "data.newest-order";

  /// Clause 4.2.1: a warehouse with ten terminals that key and think gives no more.
  private static final double MOST_PER_WAREHOUSE = 12.86;

  public Tpcc() {
    this(
        outline(
            "tpcc",
            "TPC-C order entry",
            """
            The five transactions of TPC-C 5.11 on its nine tables, or as HammerDB, BenchBase \
            or DBT-2 have them. Afterwards the twelve consistency conditions must hold, and \
            the order numbers must have grown by the new orders that were counted.\
            """));
  }

  Tpcc(JobOutline outline) {
    super(Consistency.of(outline));
  }

  /// TPC-C without its checks.
  static JobOutline outline(String id, String title, String summary) {
    return JobOutline.of(id, title, summary)
        .parameters(TpccParameters.OWN)
        .tables(Schema.tables())
        .shapedBy(TpccParameters.COMPAT)
        .transaction(
            word(TransactionType.NEW_ORDER), weight(TransactionType.NEW_ORDER), NewOrder::new)
        .transaction(word(TransactionType.PAYMENT), weight(TransactionType.PAYMENT), Payment::new)
        .transaction(
            word(TransactionType.ORDER_STATUS),
            weight(TransactionType.ORDER_STATUS),
            OrderStatus::new)
        .transaction(
            word(TransactionType.DELIVERY), weight(TransactionType.DELIVERY), OrderDelivery::new)
        .transaction(
            word(TransactionType.STOCK_LEVEL), weight(TransactionType.STOCK_LEVEL), StockLevel::new)
        .late(
            Figure.count("tpcc.late", "transactions", "Late transactions")
                .help(
                    "longer than 5 s, Stock-Level than 20 s; clause 5.2.5.7 allows one in ten"
                        + " of each kind"),
            TransactionType.limits());
  }

  /// One order per minute as a percentage of the possible maximum.
  static double percentOfMost(ParameterValues values) {
    boolean waits = values.get(TpccParameters.KEYING_TIME) && values.get(TpccParameters.THINK_TIME);
    return waits ? 100 / (MOST_PER_WAREHOUSE * values.get(TpccParameters.WAREHOUSES)) : Double.NaN;
  }

  /// When the newest order was entered before the run.
  static LocalDateTime newestLoaded(Facts facts) {
    return LocalDateTime.parse(facts.text(NEWEST_ORDER).orElseThrow());
  }

  private static String word(TransactionType type) {
    return type.word();
  }

  private static ToDoubleFunction<ParameterValues> weight(TransactionType type) {
    return values -> TpccParameters.weight(values, type);
  }

  /// Draws the constants of all threads, and notes when the newest order was entered: those of the
  /// run are newer.
  @Override
  protected Facts prepare(OpenTarget at, JobContext context, Facts facts)
      throws SQLException, InterruptedException {
    Facts more = super.prepare(at, context, facts);
    NuRandConstants constants =
        NuRandConstants.draw(
            TpccParameters.compat(context.values()), more.whole(SEED), context.seed());
    String newest = sql("select max(o_entry_d) from {orders} where 1 = ?", at.dialect(), context);
    try (PreparedStatement query = at.connection().prepareStatement(newest)) {
      query.setInt(1, 1);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return constants.into(more).with(NEWEST_ORDER, row.getObject(1, LocalDateTime.class));
      }
    }
  }

  @Override
  protected List<Check> checks(OpenTarget at, VerifyContext context) throws SQLException {
    List<Check> checks = new ArrayList<>(super.checks(at, context));
    checks.add(orders(at, context));
    return checks;
  }

  /// The throughput according to the database: how many orders of this run it has, and the time
  /// from the first to the last.
  private Check orders(OpenTarget at, VerifyContext context) throws SQLException {
    String query =
        sql(
            "select count(*), min(o_entry_d), max(o_entry_d) from {orders} where o_entry_d > ?",
            at.dialect(),
            context);
    try (PreparedStatement statement = at.connection().prepareStatement(query)) {
      statement.setObject(1, newestLoaded(context.facts()));
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        long orders = row.getLong(1);
        Duration span =
            orders < 2
                ? Duration.ZERO
                : Duration.between(
                    row.getObject(2, LocalDateTime.class), row.getObject(3, LocalDateTime.class));
        double minutes = span.toMillis() / 60e3;
        double share = percentOfMost(context.values()) * (orders - 1) / minutes;
        String words = "%,d in %,.1f s, warm-up included";
        boolean judged = orders > 1 && !Double.isNaN(share);
        return Checks.evidence(
            "orders by the database's clock",
            !judged || share <= 100,
            judged ? words + ": %.1f %% of the most that clause 4.2 allows" : words,
            orders,
            60 * minutes,
            share);
      }
    }
  }
}
