package dev.broadside.server.store.row;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.ResultSeal;
import java.util.List;
import java.util.Optional;

/// A result in one line, for lists.
///
/// @param throughput transactions that ended well, per second
/// @param p95 in milliseconds; empty if nothing ended well
/// @param audit the audit's verdict
/// @param generator the verdict on the load generator
/// @param generatorReason why, in one sentence
/// @param delivered how much of the planned load came about, from 0 to 1; empty if it never began
/// @param amendments how often the result was amended after its job had ended; empty until it is
///   sealed
/// @param thresholds the verdict on all of them; empty if there are none
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Headline(
    double throughput,
    Optional<Double> p95,
    String audit,
    String generator,
    String generatorReason,
    Optional<Double> delivered,
    Optional<Integer> amendments,
    Optional<String> thresholds) {

  public static Headline of(RunDocument document) {
    return new Headline(
        document.summary().throughput(),
        document.summary().latencyMillis().map(LatencyMillis::p95),
        document.audit().verdict().name(),
        document.generator().verdict().words(),
        document.generator().reason(),
        document.delivery().map(Delivery::share),
        document.seal().map(ResultSeal::amendments).map(List::size),
        document.thresholds().map(all -> all.verdict().words()));
  }
}
