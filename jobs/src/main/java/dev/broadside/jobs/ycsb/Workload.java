package dev.broadside.jobs.ycsb;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import java.util.List;
import java.util.Locale;

/// A core workload of YCSB: its mix, and how its keys are drawn.
enum Workload {
  A("Half reads, half updates; zipfian", "zipfian", 0.5, 0.5, 0, 0, 0),
  B("95 % reads, 5 % updates; zipfian", "zipfian", 0.95, 0.05, 0, 0, 0),
  C("Reads; zipfian", "zipfian", 1, 0, 0, 0, 0),
  D("95 % reads of the latest, 5 % inserts", "latest", 0.95, 0, 0.05, 0, 0),
  E("95 % scans, 5 % inserts; zipfian", "zipfian", 0, 0, 0.05, 0.95, 0),
  F("Half reads, half read-modify-writes; zipfian", "zipfian", 0.5, 0, 0, 0, 0.5);

  static final Parameter.Choice PARAMETER =
      Parameter.choice(
              "workload",
              "The mix of requests, and how keys are drawn",
              List.of(values()).stream()
                  .map(one -> new Parameter.Option(one.word(), one.help))
                  .toArray(Parameter.Option[]::new))
          .preset("a");

  private final String help;
  private final String distribution;
  private final List<Double> proportions;

  Workload(
      String help,
      String distribution,
      double reads,
      double updates,
      double inserts,
      double scans,
      double readModifyWrites) {
    this.help = help;
    this.distribution = distribution;
    this.proportions = List.of(reads, updates, inserts, scans, readModifyWrites);
  }

  static Workload of(ParameterValues values) {
    return valueOf(values.get(PARAMETER).toUpperCase(Locale.ROOT));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String distribution() {
    return distribution;
  }

  /// By [RequestKind].
  List<Double> proportions() {
    return proportions;
  }
}
