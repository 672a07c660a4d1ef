package dev.broadside.jobs.ycsb;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Figure;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.job.Amount;
import dev.broadside.kit.job.Read;
import dev.broadside.kit.job.Transaction;
import dev.broadside.kit.job.Write;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// A request for a drawn record.
abstract class RecordTransaction extends Transaction {
  /// 95 % of the draws of `exponential` are not older than this part of the loaded records.
  private static final double EXPONENTIAL_PART = 0.8571428571;

  private static final String ONE = "where ycsb_key = ?";

  private final Records records;
  private final Supplier<KeySpace> ofAgent;
  private final Amount notFound =
      figure(Figure.count("ycsb.not-found", "requests", "Requests that found no record"));
  private final Supplier<KeyDistribution> places = given(this::places);
  private final Supplier<Boolean> inTurn = given(values -> word(values).equals("sequential"));
  private KeySpace keys;

  RecordTransaction(Records records, Supplier<KeySpace> ofAgent) {
    this.records = records;
    this.ofAgent = ofAgent;
    this.keys = ofAgent.get();
  }

  @Override
  protected void open() {
    keys = ofAgent.get();
  }

  final Records records() {
    return records;
  }

  final KeySpace keys() {
    return keys;
  }

  private static String word(ParameterValues values) {
    String chosen = values.get(YcsbParameters.REQUEST_DISTRIBUTION);
    return chosen.equals("workload") ? Workload.of(values).distribution() : chosen;
  }

  private KeyDistribution places(ParameterValues values) {
    long loaded = keys.loaded();
    return switch (word(values)) {
      case "zipfian" -> new KeyDistribution.ScrambledZipfian(loaded);
      case "latest" -> new KeyDistribution.Latest(keys::size);
      case "hotspot" ->
          new KeyDistribution.HotSet(
              loaded,
              values.get(YcsbParameters.HOTSPOT_DATA_FRACTION),
              values.get(YcsbParameters.HOTSPOT_OPERATION_FRACTION));
      case "exponential" ->
          new KeyDistribution.Exponential(
              keys::size, loaded * EXPONENTIAL_PART / -Math.log(1 - 0.95));
      default -> new KeyDistribution.Uniform(loaded);
    };
  }

  final String drawKey() {
    long place = inTurn.get() ? keys.nextInTurn() : places.get().next(random());
    return records.key(keys.number(place));
  }

  /// Declares a query of all fields, or one of each field, all under one name.
  ///
  /// @param rest of the query, after the table
  final List<Read> reads(String name, String rest, String restOnOracle) {
    List<Read> reads = new ArrayList<>();
    for (String columns : records.readColumns()) {
      String select = "select " + columns + " from {usertable} ";
      Read one =
          reads.isEmpty() ? read(name, select + rest) : read(reads.getFirst(), select + rest);
      reads.add(one.on("oracle", select + restOnOracle));
    }
    return reads;
  }

  /// Declares the update of all fields, or one of each field, all under one name.
  final List<Write> updates() {
    List<Write> updates = new ArrayList<>();
    for (String assignments : records.assignments()) {
      String sql = "update {usertable} set " + assignments + " = ? " + ONE;
      updates.add(updates.isEmpty() ? write("update", sql) : write(updates.getFirst(), sql));
    }
    return updates;
  }

  final <S> S drawn(List<S> statements) {
    return statements.size() == 1
        ? statements.getFirst()
        : statements.get(random().nextInt(statements.size()));
  }

  final void read(List<Read> reads, String key) throws SQLException {
    found(drawn(reads).set(key).rows());
  }

  final void update(List<Write> updates, String key) throws SQLException {
    Write one = drawn(updates);
    for (int i = 0; i < records.assigned(); i++) {
      one.set(records.field(random()));
    }
    found(one.set(key).any());
  }

  final void found(long rows) {
    if (rows == 0) {
      notFound.add(1);
    }
  }

  static final class Reading extends RecordTransaction {
    private final List<Read> reads = reads("read", ONE, ONE);

    Reading(Records records, Supplier<KeySpace> ofAgent) {
      super(records, ofAgent);
    }

    @Override
    protected void run() throws SQLException {
      read(reads, drawKey());
    }
  }

  static final class Updating extends RecordTransaction {
    private final List<Write> updates = updates();

    Updating(Records records, Supplier<KeySpace> ofAgent) {
      super(records, ofAgent);
    }

    @Override
    protected void run() throws SQLException {
      update(updates, drawKey());
    }
  }

  static final class ReadingAndUpdating extends RecordTransaction {
    private final List<Read> reads = reads("read", ONE, ONE);
    private final List<Write> updates = updates();

    ReadingAndUpdating(Records records, Supplier<KeySpace> ofAgent) {
      super(records, ofAgent);
    }

    @Override
    protected void run() throws SQLException {
      String key = drawKey();
      read(reads, key);
      update(updates, key);
    }
  }

  /// Reads records in the order of their keys, beginning at the drawn one.
  static final class Scanning extends RecordTransaction {
    private static final String FROM = "where ycsb_key >= ? order by ycsb_key ";

    private final List<Read> scans =
        reads("scan", FROM + "limit ?", FROM + "fetch first ? rows only");

    Scanning(Records records, Supplier<KeySpace> ofAgent) {
      super(records, ofAgent);
    }

    @Override
    protected void run() throws SQLException {
      found(drawn(scans).set(drawKey()).set(records().scanLength(random())).rows());
    }
  }
}
