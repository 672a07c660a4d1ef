package dev.broadside.jobs.tpcc;

import dev.broadside.core.work.Figure;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// One of the 22 queries of CH-benCHmark, each as often as any other: a thread asks all of them in
/// a random order, and then in another one. `queries.sql` has them.
///
/// Before a query, in its transaction, it asks for the newest order of all districts, as
/// d_next_o_id numbers them, so that it takes no index and few reads. The time from that order's
/// entry to the question is the age of what the query sees.
final class AnalyticQuery extends Transaction {
  private static final int HOUR_OF_MINUTES = 60;
  private static final Pattern BEFORE_QUERY = Pattern.compile("(?m)^-- (q\\d\\d):.*\n");
  private static final String QUERIES = text();

  private final Read newestOrder =
      read(
          "query.newest_order",
          """
          select {now}, max(o_entry_d) from {district}, {orders}
          where o_w_id = d_w_id and o_d_id = d_id and o_id = d_next_o_id - 1\
          """);
  private final List<Read> queries = queries();
  private final Amount answered =
      figure(
          Figure.sum("ch.queries_per_hour", "queries/h", "queries per hour")
              .help("Queries that were answered, of all analytic threads together")
              .in(Figure.HEADLINE)
              .asShareOf(Figure.TIME));
  private final Amount age =
      figure(
          Figure.duration("ch.order_age", "Age of the newest order")
              .help(
                  "from its entry to the beginning of a query that sees it, by the database's clock;"
                      + " without orders of this run it is not measured"));

  private final int[] order = new int[queries.size()];
  private int asked;
  private LocalDateTime runBegan = LocalDateTime.MIN;

  private static String text() {
    try (InputStream in = AnalyticQuery.class.getResourceAsStream("queries.sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Read> queries() {
    List<String> names = BEFORE_QUERY.matcher(QUERIES).results().map(one -> one.group(1)).toList();
    String[] texts = BEFORE_QUERY.split(QUERIES);
    List<Read> reads = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      reads.add(read("query." + names.get(i), texts[i + 1].strip()));
    }
    return reads;
  }

  @Override
  protected void open() {
    Arrays.setAll(order, i -> i);
    runBegan = Tpcc.newestLoaded(context().facts());
  }

  @Override
  protected void run() throws SQLException {
    if (asked % order.length == 0) {
      shuffle();
    }
    newestOrder.one();
    LocalDateTime entered = newestOrder.time(2);
    if (entered.isAfter(runBegan)) {
      age.add(Math.max(0, Duration.between(entered, newestOrder.time(1)).toNanos()));
    }
    queries.get(order[asked % order.length]).rows();
    answered.add(HOUR_OF_MINUTES);
    asked++;
  }

  private void shuffle() {
    for (int i = order.length - 1; i > 0; i--) {
      int other = random().nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
  }
}
