package dev.broadside.jobs.tpcc;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.RandomText;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// CH-benCHmark: [Tpcc], and on threads of their own 22 queries on its tables, which are TPC-H's on
/// TPC-C's schema. Cole et al., The mixed workload CH-benCHmark, DBTest 2011.
public final class Ch extends Tpcc {
  static final Parameter.Whole ANALYTIC_THREADS =
      Parameter.whole(
              "analytic-threads",
              "How many threads of each agent ask queries; the others do TPC-C's transactions")
          .between(0, 10_000)
          .preset(1);

  private static final int SUPPLIERS = 10_000;

  /// The queries multiply numbers of warehouses and items, which must not exceed 32 bits.
  private static final int MOST_WAREHOUSES = 20_000;

  /// Each is the first letter of some customers' states; by these codes the queries find a
  /// customer's nation.
  private static final String CODES =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private static final List<String> REGIONS =
      List.of("Africa", "America", "Asia", "Australia", "Europe");

  /// In the order of their codes, a region's after the other's.
  private static final List<String> NATIONS =
      Arrays.asList(
          """
          Egypt, Canada, Cambodia, Australia, Germany, Kenya, Brazil, China, Fiji, France,
          Ghana, Chile, India, Samoa, Italy, Mali, Cuba, Japan, Tonga, Spain,
          Niger, Peru, Nepal, Nauru, Poland, Libya, Mexico, Iran, Kiribati, Austria,
          Chad, Panama, Iraq, Palau, Belgium, Togo, Haiti, Laos, Tuvalu, Denmark,
          Benin, Bolivia, Oman, Vanuatu, Finland, Gabon, Belize, Qatar, Micronesia, Greece,
          Angola, Guyana, Syria, New Zealand, Hungary, Sudan, Jamaica, Yemen, Papua New Guinea,
          Ireland, Tunisia, Ecuador\
          """
              .split(",\\s*"));

  private static final LoadedTable REGION =
      LoadedTable.of("region", "r_regionkey integer key, r_name text(55), r_comment text(152)")
          .rows(REGIONS.size(), Ch::region);

  private static final LoadedTable NATION =
      LoadedTable.of(
              "nation",
              """
              n_nationkey integer key, n_name text(25), n_regionkey integer, n_comment text(152)\
              """)
          .rows(NATIONS.size(), Ch::nation);

  private static final LoadedTable SUPPLIER =
      LoadedTable.of(
              "supplier",
              """
              su_suppkey integer key, su_name text(25), su_address text(40), su_nationkey integer,
              su_phone text(15), su_acctbal decimal(12, 2), su_comment text(101)\
              """)
          .rows(SUPPLIERS, Ch::supplier);

  public Ch() {
    super(
        outline(
                "ch",
                "CH-benCHmark",
                """
                TPC-C's transactions, and on threads of their own 22 queries on the same tables. \
                Afterwards the conditions of tpcc must hold.\
                """)
            .parameters(ANALYTIC_THREADS)
            .tables(REGION, NATION, SUPPLIER)
            .transaction(
                "query", values -> values.get(ANALYTIC_THREADS) > 0 ? 1 : 0, AnalyticQuery::new)
            .apart(ANALYTIC_THREADS, "query")
            .refuse(
                Ch::nothingIsDrawn,
                TpccParameters.MIX,
                "the threads that ask no queries have nothing to do",
                "give a weight, or as many analytic-threads as there are threads")
            .refuse(
                values -> values.get(TpccParameters.WAREHOUSES) > MOST_WAREHOUSES,
                TpccParameters.WAREHOUSES,
                "the queries' numbers of suppliers exceed 32 bits",
                "give at most 20000"));
  }

  private static boolean nothingIsDrawn(ParameterValues values) {
    return Arrays.stream(TransactionType.values())
        .allMatch(type -> TpccParameters.weight(values, type) == 0);
  }

  private static void region(RowWriter row, long number) throws SQLException {
    row.set(number + 1)
        .set(REGIONS.get((int) number))
        .set(RandomText.alphanumeric(row.random(), 31, 115));
  }

  private static void nation(RowWriter row, long number) throws SQLException {
    row.set(CODES.charAt((int) number))
        .set(NATIONS.get((int) number))
        .set(number % REGIONS.size() + 1)
        .set(RandomText.alphanumeric(row.random(), 31, 114));
  }

  private static void supplier(RowWriter row, long number) throws SQLException {
    RandomGenerator random = row.random();
    row.set(number)
        .set("Supplier#%09d".formatted(number))
        .set(RandomText.alphanumeric(random, 10, 40))
        .set(CODES.charAt(random.nextInt(CODES.length())))
        .set(RandomText.digits(random, 15))
        .set(BigDecimal.valueOf(random.nextInt(-99_999, 1_000_000), 2))
        .set(RandomText.alphanumeric(random, 25, 100));
  }
}
