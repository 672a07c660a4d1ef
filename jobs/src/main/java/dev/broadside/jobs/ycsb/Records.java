package dev.broadside.jobs.ycsb;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.draw.RandomText;
import dev.broadside.kit.job.LoadedTable;
import dev.broadside.kit.job.RowWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// What the records of a job look like, and how much of them a request touches.
final class Records {
  private static final String PREFIX = "user";

  /// A number and its hash have at most so many digits.
  private static final int MOST_DIGITS = 19;

  private final List<String> fields;
  private final int longest;
  private final int shortest;
  private final KeyDistribution lengths;
  private final boolean ordered;
  private final int padding;
  private final boolean readAll;
  private final boolean writeAll;
  private final KeyDistribution scanLengths;

  Records(ParameterValues values) {
    String distribution = values.get(YcsbParameters.FIELD_LENGTH_DISTRIBUTION);
    fields =
        IntStream.range(0, Math.toIntExact(values.get(YcsbParameters.FIELD_COUNT)))
            .mapToObj(i -> "field" + i)
            .toList();
    longest = Math.toIntExact(values.get(YcsbParameters.FIELD_LENGTH));
    shortest = distribution.equals("constant") ? longest : 1;
    lengths = upTo(1 + longest - shortest, distribution);
    ordered = values.get(YcsbParameters.INSERT_ORDER).equals("ordered");
    padding = Math.toIntExact(values.get(YcsbParameters.ZERO_PADDING));
    readAll = values.get(YcsbParameters.READ_ALL_FIELDS);
    writeAll = values.get(YcsbParameters.WRITE_ALL_FIELDS);
    scanLengths =
        upTo(
            values.get(YcsbParameters.MAX_SCAN_LENGTH),
            values.get(YcsbParameters.SCAN_LENGTH_DISTRIBUTION));
  }

  private static KeyDistribution upTo(long most, String distribution) {
    return distribution.equals("zipfian")
        ? new KeyDistribution.QuickZipfian(most, 0.99)
        : new KeyDistribution.Uniform(most);
  }

  LoadedTable table() {
    int key = PREFIX.length() + Math.max(MOST_DIGITS, padding);
    String type = " text(" + longest + ")";
    String columns = "ycsb_key text(%d) key, %s".formatted(key, String.join(type + ", ", fields));
    return LoadedTable.of("usertable", columns + type)
        .rows(YcsbParameters.RECORD_COUNT, this::load);
  }

  private void load(RowWriter row, long number) throws SQLException {
    RandomGenerator random = row.random();
    row.set(key(number));
    for (int i = 0; i < fields.size(); i++) {
      row.set(field(random));
    }
  }

  List<String> fields() {
    return fields;
  }

  /// The columns of each query.
  List<String> readColumns() {
    return readAll ? List.of("*") : fields;
  }

  /// The assignments of each update, without the last "= ?".
  List<String> assignments() {
    return writeAll ? List.of(String.join(" = ?, ", fields)) : fields;
  }

  /// How many fields an update assigns.
  int assigned() {
    return writeAll ? fields.size() : 1;
  }

  /// The key of the record with a number.
  String key(long number) {
    String digits = Long.toString(ordered ? number : Math.abs(Mixed.fnv1a(number, 0)));
    return PREFIX + "0".repeat(Math.max(0, padding - digits.length())) + digits;
  }

  /// New content of a field.
  String field(RandomGenerator random) {
    return RandomText.alphanumeric(random, shortest + (int) lengths.next(random));
  }

  long scanLength(RandomGenerator random) {
    return 1 + scanLengths.next(random);
  }
}
