package dev.broadside.jobs.ycsb;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import java.util.Arrays;

/// What a user may choose: the properties of YCSB's core workloads, with its defaults.
final class YcsbParameters {
  static final Parameter.Whole RECORD_COUNT =
      Parameter.whole("record-count", "How many records are loaded")
          .between(1, 10_000_000_000L)
          .preset(1_000);
  static final Parameter.Choice REQUEST_DISTRIBUTION =
      Parameter.choice("request-distribution", "How keys are drawn")
          .option("workload", "As workload says")
          .option("uniform", "All loaded ones equally often")
          .option("zipfian", "A few very often, many rarely; the hot ones lie anywhere")
          .option("latest", "The newest most often")
          .option("hotspot", "A part of the loaded ones often, as the hotspot fractions say")
          .option("sequential", "One loaded one after the other")
          .option("exponential", "95 % within the newest 6/7 of the loaded number")
          .preset("workload");
  static final Parameter.Decimal HOTSPOT_DATA_FRACTION =
      fraction("hotspot-data-fraction", "Which part of the keys is hot", 0.2);
  static final Parameter.Decimal HOTSPOT_OPERATION_FRACTION =
      fraction("hotspot-operation-fraction", "Which part of the requests hits hot keys", 0.8);
  static final Parameter.Whole FIELD_COUNT =
      Parameter.whole("field-count", "How many fields a record has").between(1, 100).preset(10);
  static final Parameter.Whole FIELD_LENGTH =
      Parameter.whole("field-length", "How many characters a field has, at most")
          .between(1, 2_000)
          .preset(100);
  static final Parameter.Choice FIELD_LENGTH_DISTRIBUTION =
      Parameter.choice("field-length-distribution", "How many characters a field has")
          .option("constant", "As many as field-length says")
          .option("uniform", "From 1 to field-length, equally often")
          .option("zipfian", "From 1 to field-length, few most often")
          .preset("constant");
  static final Parameter.Flag READ_ALL_FIELDS =
      Parameter.flag("read-all-fields", "Read all fields of a record; if off, a drawn one")
          .preset(true);
  static final Parameter.Flag WRITE_ALL_FIELDS =
      Parameter.flag("write-all-fields", "Update all fields of a record; if off, a drawn one");
  static final Parameter.Choice INSERT_ORDER =
      Parameter.choice("insert-order", "What a key is made of")
          .option("hashed", "The hash of the record's number")
          .option("ordered", "The record's number")
          .preset("hashed");
  static final Parameter.Whole ZERO_PADDING =
      Parameter.whole("zero-padding", "How many digits a key has, at least")
          .between(1, 100)
          .preset(1);
  static final Parameter.Whole MAX_SCAN_LENGTH =
      Parameter.whole("max-scan-length", "How many records a scan reads, at most")
          .between(1, 1_000_000)
          .preset(100);
  static final Parameter.Choice SCAN_LENGTH_DISTRIBUTION =
      Parameter.choice("scan-length-distribution", "How many records a scan reads")
          .option("uniform", "From 1 to max-scan-length, equally often")
          .option("zipfian", "From 1 to max-scan-length, few most often")
          .preset("uniform");

  /// The rows follow from these. The columns, which are checked anyway, follow from others.
  static final Parameter<?>[] SHAPING = {FIELD_LENGTH_DISTRIBUTION, INSERT_ORDER, ZERO_PADDING};

  static final Parameters OWN =
      Parameters.of(Workload.PARAMETER, RECORD_COUNT, REQUEST_DISTRIBUTION)
          .and(Parameters.of(proportions()))
          .and(Parameters.of(FIELD_COUNT, FIELD_LENGTH))
          .and(Parameters.of(SHAPING))
          .and(Parameters.of(READ_ALL_FIELDS, WRITE_ALL_FIELDS))
          .and(
              Parameters.of(
                  MAX_SCAN_LENGTH,
                  SCAN_LENGTH_DISTRIBUTION,
                  HOTSPOT_DATA_FRACTION,
                  HOTSPOT_OPERATION_FRACTION))
          .perPhase(Workload.PARAMETER, REQUEST_DISTRIBUTION)
          .perPhase(proportions());

  private YcsbParameters() {}

  private static Parameter<?>[] proportions() {
    return Arrays.stream(RequestKind.values())
        .map(RequestKind::proportion)
        .toArray(Parameter<?>[]::new);
  }

  private static Parameter.Decimal fraction(String name, String help, double preset) {
    return Parameter.decimal(name, help).between(0, 1).preset(preset);
  }
}
